import { paths } from '~/paths'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

/** Warns about pictures without names, with a link to name the people in them. */
export function UnnamedPictures({ lines, about, className }: { lines: string[]; about: string; className?: string }) {
  return (
    <div className={classes('flex max-w-3xl gap-2 rounded-sm border-2 border-amber bg-amber-tint p-3', className)}>
      <Icon name="warning" className="mt-1 h-5 w-5 shrink-0 text-amber" />
      <div className="min-w-0 space-y-1">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>{about}</p>
        <Link
          to={`${paths.dashboard.profile.people.photos.list}?of=unmarked`}
          className="inline-flex min-h-target items-center font-bold"
        >
          See the pictures without names
        </Link>
      </div>
    </div>
  )
}
