import type { AnswerSymbol } from '~/domain/questions/answer-symbols'
import { ActivitySymbol } from '~/ui/activity-symbol'
import { Icon } from '~/ui/icon'

/** An answer's symbol. Decorative: the text next to it says the same. */
export function AnswerPicture({ symbol, className }: { symbol: AnswerSymbol | null; className: string }) {
  if (!symbol) return null
  if (symbol === 'yes' || symbol === 'no')
    return <Icon name={symbol === 'yes' ? 'check' : 'close'} className={className} />
  return <ActivitySymbol name={symbol} className={className} />
}
