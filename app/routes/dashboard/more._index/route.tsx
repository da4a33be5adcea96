import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getUser } from '~/auth/identity.server'
import { type PortalPart, partWords, portalParts } from '~/domain/portal-view/portal-view'
import { findShownParts } from '~/domain/portal-view/portal-view.server'
import { paths } from '~/paths'
import { getPartPath } from '~/routes/parts/addresses'
import { ForTutors } from '~/routes/parts/portal-view/view-forms'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { Icon, type IconName } from '~/ui/icon'
import { Link } from '~/ui/link'

export const handle = defineScreen({ access: { loader: 'user' }, title: 'More', scripts: false })

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const shown = (await findShownParts(args.context.db, user)) ?? portalParts
  return { isTutor: user.role === 'tutor', hidden: portalParts.filter((part) => !shown.includes(part)) }
}

export { pageMeta as meta } from '~/ui/browser/page-meta'

/** Where each part is while the first screen and the tabs do not show it. */
const places: Record<PortalPart, { to: string; icon: IconName }> = {
  day: { to: getPartPath('day'), icon: 'clock' },
  files: { to: getPartPath('files'), icon: 'files' },
  timetable: { to: paths.dashboard.timetable.list, icon: 'timetable' },
  calendar: { to: paths.dashboard.calendar.index, icon: 'calendar' },
  notices: { to: paths.dashboard.notices.list, icon: 'notices' },
  news: { to: paths.dashboard.notices.list, icon: 'notices' },
  say: { to: `${paths.dashboard.notices.list}#my-say`, icon: 'people' },
  steps: { to: paths.dashboard.steps.list, icon: 'document' },
}

const linkClass = 'inline-flex min-h-control items-center text-body font-bold'

export default function More() {
  const { isTutor, hidden } = useLoaderData<typeof loader>()
  const { shortName } = useCentre()
  if (isTutor) return <ForTutors title="More">Here students find what their pages do not show.</ForTutors>
  // New notices are among the notices: one link leads to both.
  const links = (Object.keys(places) as PortalPart[]).filter(
    (part) => hidden.includes(part) && !(part === 'news' && hidden.includes('notices')),
  )
  return (
    <>
      <h2>More</h2>
      {links.length === 0 ? (
        <p className="mt-2 text-lead">You see it all now.</p>
      ) : (
        <ul className="mt-4 grid gap-4 sm:grid-cols-2">
          {links.map((part) => (
            <li key={part}>
              <Link
                to={places[part].to}
                className="flex items-center gap-4 rounded border-2 border-river bg-white p-4 text-lead font-bold no-underline hover:bg-tide"
              >
                <Icon name={places[part].icon} className="h-10 w-10 shrink-0" />
                {part === 'timetable' ? `${shortName} Timetable` : partWords[part].label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-4 flex flex-wrap gap-x-8">
        <Link to={paths.dashboard.more.choose} className={linkClass}>
          Choose what you see
        </Link>{' '}
        {/* With tabs, every page links to them. */}
        {hidden.length === portalParts.length && (
          <Link to={paths.settings} className={linkClass}>
            My settings
          </Link>
        )}
      </p>
    </>
  )
}
