import { type Day, isoDay, type Month, weekdays } from '~/domain/events/days'
import { isoMonth, weeksOf } from '~/domain/events/term'
import { dayAddress } from '~/routes/parts/calendar/day-address'
import { Badge } from '~/ui/badge'
import { classes } from '~/ui/classes'
import { Link } from '~/ui/link'

/** What a month marks: how many events each day has, today, the chosen day, and which days can be chosen. */
export interface Marks {
  /** The number of events by day, '2025-10-14'. */
  events: Record<string, number>
  today: string
  chosen: string | null
  /** For tutors, who add events on any day. Students choose among days with events, and meet no others on their way. */
  isEveryDayOpen: boolean
  /** Whether a month is shown alone, and stays when one of its days is chosen. */
  isAlone: boolean
}

/** The id of a month's table, as a link target. */
export function monthId({ month, year }: Month): string {
  return `${month}-${year}`.toLowerCase()
}

/** One day: its number, and a dot and text when it has events. Screen readers, and browsers without style sheets, get the whole date. */
function DayOfMonth({ day, marks }: { day: Day; marks: Marks }) {
  const iso = isoDay(day)
  const count = marks.events[iso] ?? 0
  const isToday = iso === marks.today
  const chosen = iso === marks.chosen
  const isLink = count > 0 || marks.isEveryDayOpen
  const look = classes(
    'day print:border-transparent',
    chosen
      ? 'border-river-deep bg-river text-white forced-color-adjust-none'
      : count > 0
        ? 'busy'
        : classes(isToday ? 'border-ink text-ink' : 'border-transparent text-ink', isLink && 'hover:bg-tide'),
  )
  // 'date' is the current date; the chosen day is the current one of its set (ARIA).
  const current = isToday ? 'date' : chosen ? 'true' : undefined
  const words = (
    <>
      <span className={classes('text-body leading-tight', (count > 0 || isToday) && 'font-bold')}>
        {day.day}
        <span className="sr-only">
          {` ${day.month} ${day.year}`}
          {isToday && count > 0 && ', today'}
          {(count > 0 || isToday) && ', '}
        </span>
      </span>
      {(count > 0 || isToday) && (
        <span className="note">
          {count > 0 && <span aria-hidden="true" className="dot" />}
          {count > 0 ? (
            <>
              {count}
              <span className="sr-only xs:not-sr-only"> {count === 1 ? 'event' : 'events'}</span>
            </>
          ) : (
            'Today'
          )}
        </span>
      )}
    </>
  )
  if (!isLink)
    return (
      <div aria-current={current} className={look}>
        {words}
      </div>
    )
  return (
    <Link
      to={`${dayAddress(day)}${marks.isAlone ? `&month=${isoMonth(day)}` : ''}#day`}
      preventScrollReset
      aria-current={current}
      className={look}
    >
      {words}
    </Link>
  )
}

/** One month as a table, Monday first; a month of the term says so. */
export function MonthTable({ month, marks, inTerm }: { month: Month; marks: Marks; inTerm: boolean }) {
  return (
    <table
      id={monthId(month)}
      className="month -mx-4 w-[calc(100%+min(2rem,10vw))] table-fixed border-y tiny:mx-0 tiny:block tiny:w-full border-line bg-white sm:mx-0 sm:w-full sm:rounded sm:border print:break-inside-avoid print:border"
    >
      <caption className="tiny:block px-4 pb-2 text-left sm:px-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3>
            {month.month} {month.year}
          </h3>{' '}
          {inTerm && <Badge>Academic Term</Badge>}
        </div>
      </caption>
      <thead className="tiny:sr-only">
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" className="py-2 text-[0.875rem] text-ink-soft xs:text-small">
              {/* The short name is for the eye alone: where no style sheet is applied, one name stands there. */}
              <span aria-hidden="true" data-short={weekday.slice(0, 3)} className="before:content-[attr(data-short)]" />
              <span className="sr-only">{weekday}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tiny:flex tiny:flex-wrap">
        {weeksOf(month).map((week) => (
          <tr key={week.map((day) => day?.day).join()} className="border-t border-line tiny:contents">
            {week.map((day, weekday) => (
              <td key={weekdays[weekday]}>{day && <DayOfMonth day={day} marks={marks} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
