import type { AnswerSymbol } from '~/domain/questions/answer-symbols'
import { ActivitySymbol } from '~/ui/activity-symbol'
import { Icon } from '~/ui/icon'

/** The symbol next to an answer's words, which say it too. */
export function AnswerPicture({ symbol, className }: { symbol: AnswerSymbol | null; className: string }) {
  if (!symbol) return null
  if (symbol === 'yes' || symbol === 'no')
    return <Icon name={symbol === 'yes' ? 'check' : 'close'} className={className} />
  return <ActivitySymbol name={symbol} className={className} />
}
