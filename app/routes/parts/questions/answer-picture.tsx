import type { AnswerChoice } from '~/domain/questions/answer-choices.server'
import { ActivitySymbol } from '~/ui/activity-symbol'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

/** An answer's photo or symbol. Decorative: the text next to it says the same. */
export function AnswerPicture({
  answer: { symbol, photo },
  className,
  photoClassName,
}: {
  answer: Pick<AnswerChoice, 'symbol' | 'photo'>
  className: string
  photoClassName: string
}) {
  if (photo) return <AnswerPhoto photo={photo} alt="" className={photoClassName} />
  if (!symbol) return null
  if (symbol === 'yes' || symbol === 'no')
    return <Icon name={symbol === 'yes' ? 'check' : 'close'} className={className} />
  return <ActivitySymbol name={symbol} className={className} />
}

/** An answer's photo, whole. */
export function AnswerPhoto({ photo, alt, className }: { photo: string; alt: string; className: string }) {
  return (
    <img
      src={`${photo}?inline&width=480`}
      alt={alt}
      width={400}
      height={300}
      className={classes('aspect-[4/3] h-auto rounded-sm bg-sand object-contain', className)}
    />
  )
}
