import type { ActivitySymbolName } from '~/content/activity-symbols'
import type { DaySession } from '~/domain/week/week.server'
import { paths } from '~/paths'
import { ActivitySymbol } from '~/ui/activity-symbol'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

/** Complete class names, so that Tailwind finds them. Similar colours are far apart, so that the sessions of a day differ. */
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
const tintNames = Object.keys(tints) as (keyof typeof tints)[]

/** The tint of an activity, always the same. */
export const getTint = (symbol: ActivitySymbolName | null) =>
  tints[tintNames[[...(symbol ?? '')].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % tintNames.length]!]

/** A session's photo, symbol or calendar icon. Decorative: the text next to it says the same. */
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
    <span className={classes(box, 'flex items-center justify-center', getTint(symbol))}>
      {symbol ? (
        <ActivitySymbol name={symbol} className="h-3/4 w-3/4" />
      ) : (
        <Icon name="calendar" className="h-3/4 w-3/4" />
      )}
    </span>
  )
}
