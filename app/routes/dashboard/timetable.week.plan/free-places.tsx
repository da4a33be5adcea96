import type { TutorSession } from '~/domain/week/tutor-week.server'
import { formatClockTime } from '~/routes/parts/week/today'
import { getWeekPath } from '~/routes/parts/week/week-address'
import { Link } from '~/ui/link'

interface Day {
  heading: string
  sessions: TutorSession[]
}

/** A time at which another day of the week has a session, and this day nothing. */
interface FreePlace {
  day: string
  from: string
  /** The session that follows on that day; undefined after the last. */
  beforeId?: number
}

const MAX_PLACES_A_DAY = 9

/** The empty places of a week, in order; `days` with their sessions in order. */
export function listFreePlaces(days: Day[]): FreePlace[] {
  const times = [...new Set(days.flatMap(({ sessions }) => sessions.map(({ from }) => from)))].sort()
  return days.flatMap(({ heading, sessions }) =>
    times
      .filter((time) => !sessions.some(({ from, to }) => from <= time && time < to))
      .slice(0, MAX_PLACES_A_DAY)
      .map((from) => ({ day: heading, from, beforeId: sessions.find((session) => session.from > from)?.id })),
  )
}

/** Links that open the form with the day and time of an empty place, in the columns of a wide page. */
export function FreePlaces({ places, of }: { places: FreePlace[]; of: number | null }) {
  return places.map(({ day, from }) => (
    <li key={from} className="no-print mt-3 hidden lg:block">
      <Link
        to={`${getWeekPath(of, { add: 'yes', day, from })}#add-heading`}
        className="block rounded border-2 border-dashed border-line p-2 text-small no-underline hover:bg-tide"
      >
        {formatClockTime(from)} <span className="block font-bold">Add</span>
        <span className="sr-only"> on {day}</span>
      </Link>
    </li>
  ))
}

/** Whether a phone shows one day of a week at a time: a page of it has at most 4,000 px, and the open form takes half. */
export const isLongWeek = (number: number, isAdding: boolean) => number > (isAdding ? 5 : 24)

export function DayLinks({ days, shown, of }: { days: Day[]; shown?: string; of: number | null }) {
  return (
    <nav aria-label="Days" className="no-print mt-3 lg:hidden">
      <ul className="flex flex-wrap gap-2">
        {days.map(({ heading, sessions }) => (
          <li key={heading}>
            <Link
              to={getWeekPath(of, { show: heading })}
              preventScrollReset
              className="chip"
              aria-current={heading === shown ? 'true' : undefined}
            >
              {heading} <span>{sessions.length}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
