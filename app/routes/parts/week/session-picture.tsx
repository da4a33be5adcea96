import type { ShownSession } from '~/domain/week/week.server'
import { paths } from '~/paths'
import { ActivitySymbol, activityTints } from '~/ui/activity-symbol'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

/** A session's photo, symbol or calendar icon. Decorative: the text next to it says the same. */
export function SessionPicture({
  session: { photoId, symbol, tint },
  className,
}: {
  session: Pick<ShownSession, 'photoId' | 'symbol' | 'tint'>
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
    <span className={classes(box, 'picture flex items-center justify-center', activityTints[tint])}>
      {symbol ? (
        <ActivitySymbol name={symbol} className="h-3/4 w-3/4" />
      ) : (
        <Icon name="calendar" className="h-3/4 w-3/4" />
      )}
    </span>
  )
}
