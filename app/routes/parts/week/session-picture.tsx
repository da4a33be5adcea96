import type { ActivitySymbolName } from '~/content/activity-symbols'
import type { DaySession } from '~/domain/week/week.server'
import { paths } from '~/paths'
import { ActivitySymbol } from '~/ui/activity-symbol'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

/** Whole class names, so that Tailwind finds them: like colours stand apart in a day. They are decoration. */
const tints = {
  river: 'border-river bg-tide text-river',
  moss: 'border-moss bg-moss-tint text-moss',
  amber: 'border-amber bg-amber-tint text-amber',
  brick: 'border-brick bg-brick-tint text-brick',
  plum: 'border-plum bg-plum-tint text-plum',
  sky: 'border-sky bg-sky-tint text-sky',
  clay: 'border-clay bg-clay-tint text-clay',
  slate: 'border-slate bg-slate-tint text-slate',
}
const order = Object.keys(tints) as (keyof typeof tints)[]

/** The tint of a session: always the same for one activity. */
export const tintOf = (symbol: ActivitySymbolName | null) =>
  tints[order[[...(symbol ?? '')].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % order.length]!]

/** What stands next to a session's words, which say it too: its photo, its symbol, or a calendar. */
export function SessionPicture({
  session: { photoId, symbol },
  className,
}: {
  session: Pick<DaySession, 'photoId' | 'symbol'>
  className: string
}) {
  const box = classes('shrink-0 rounded border-2 forced-color-adjust-none', className)
  if (photoId)
    return (
      <img
        src={`${paths.files.one(photoId)}?inline&width=480`}
        alt=""
        width={400}
        height={400}
        className={`${box} border-line object-cover`}
      />
    )
  return (
    <span className={classes(box, 'flex items-center justify-center', tintOf(symbol))}>
      {symbol ? (
        <ActivitySymbol name={symbol} className="h-3/4 w-3/4" />
      ) : (
        <Icon name="calendar" className="h-3/4 w-3/4" />
      )}
    </span>
  )
}
