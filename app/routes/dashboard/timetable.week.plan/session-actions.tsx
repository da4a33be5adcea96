import type { WeekSession } from '~/domain/week/week.server'
import { paths } from '~/paths'
import { Link } from '~/ui/link'

/** Next to the session except on the narrowest phones, because separate lines would fill a third of the week. */
export function SessionActions({
  session: { id, activity, weekday },
}: {
  session: Pick<WeekSession, 'id' | 'activity' | 'weekday'>
}) {
  return (
    <ul className="no-print ml-auto flex shrink-0 gap-4 text-small xs:block lg:ml-0 lg:flex">
      <li>
        <Link
          to={paths.dashboard.timetable.week.edit(id)}
          className="inline-flex min-h-target min-w-12 items-center font-bold"
        >
          Edit<span className="sr-only">{` ${activity} ${weekday}`}</span>
        </Link>
      </li>
      <li>
        <Link
          to={paths.dashboard.timetable.week.delete(id)}
          className="inline-flex min-h-target items-center font-bold text-brick"
        >
          Delete<span className="sr-only">{` ${activity} ${weekday}`}</span>
        </Link>
      </li>
    </ul>
  )
}
