import { type KeyboardEvent, useState } from 'react'
import { type Day, formatIsoDay, type Month } from '~/domain/events/days'
import type { DaySummary } from '~/domain/events/event-lists.server'
import { getWeeksOfMonth } from '~/domain/events/term'
import { getDayPath } from '~/routes/parts/addresses'
import { Badge } from '~/ui/badge'
import { useHydrated } from '~/ui/browser/external-store'
import { classes } from '~/ui/classes'
import { Link } from '~/ui/link'
import { weekdays } from '~db/choices'

const getDayLinks = (month: Element | undefined) => [...(month?.querySelectorAll<HTMLElement>('a') ?? [])]

/** Finds the day link for a key of the ARIA date grid pattern; undefined outside the months shown. */
function findDayByKey(key: string, day: HTMLElement): HTMLElement | undefined {
  // A phone may hide the first months. Those shown are consecutive, and so are their days.
  const months = [...document.querySelectorAll('table.month')].filter((month) => month.getClientRects().length > 0)
  const days = months.flatMap(getDayLinks)
  const getDayAfter = (steps: number) => days[days.indexOf(day) + steps]
  const month = months.findIndex((one) => one.contains(day))
  const getSameDayIn = (other: number) => {
    const otherDays = getDayLinks(months[other])
    return otherDays[Math.min(getDayLinks(months[month]).indexOf(day), otherDays.length - 1)]
  }
  const week = getDayLinks(day.closest('tr') ?? undefined)
  const moves: Record<string, () => HTMLElement | undefined> = {
    ArrowLeft: () => getDayAfter(-1),
    ArrowRight: () => getDayAfter(1),
    ArrowUp: () => getDayAfter(-7),
    ArrowDown: () => getDayAfter(7),
    Home: () => week[0],
    End: () => week[week.length - 1],
    PageUp: () => getSameDayIn(month - 1),
    PageDown: () => getSameDayIn(month + 1),
  }
  return moves[key]?.()
}

export interface CalendarMarks {
  /** Days with events, by ISO date. */
  summaries: Record<string, DaySummary>
  today: string
  chosen: string | null
}

export function getMonthId({ month, year }: Month): string {
  return `${month}-${year}`.toLowerCase()
}

/** The text below a day's number. Narrow cells show only the number of events; screen readers also get the first title. */
function DayNote({ summary, isToday }: { summary: DaySummary | undefined; isToday: boolean }) {
  if (!summary) return isToday ? <span className="note">Today</span> : null
  const { count, title, isClosed } = summary
  return (
    <span className="note">
      {isClosed ? (
        'Closed'
      ) : (
        <span className="sm:sr-only">
          {count}
          <span className="sr-only"> {count === 1 ? 'event:' : 'events:'}</span>
        </span>
      )}
      <span className="first-words"> {title}</span>
      {count > 1 && (
        <span aria-hidden="true" className="hidden sm:block">
          {' '}
          +{count - 1} more
        </span>
      )}
    </span>
  )
}

/** One day: its number, and its events in a few words. Screen readers and browsers without CSS get the full date. */
function DayLink({ day, marks, tabIndex }: { day: Day; marks: CalendarMarks; tabIndex?: number }) {
  const iso = formatIsoDay(day)
  const summary = marks.summaries[iso]
  const isToday = iso === marks.today
  const isChosen = iso === marks.chosen
  const variant = classes(
    'day print:border-transparent',
    isChosen
      ? 'border-river-deep bg-river text-white forced-color-adjust-none'
      : summary
        ? summary.isClosed
          ? 'closed'
          : 'busy'
        : classes('text-ink hover:bg-tide', isToday ? 'border-ink' : 'border-transparent'),
  )
  // ARIA: 'date' marks today; 'true' marks the chosen day.
  const current = isToday ? 'date' : isChosen ? 'true' : undefined
  return (
    <Link
      to={`${getDayPath(day)}#day`}
      preventScrollReset
      aria-current={current}
      tabIndex={tabIndex}
      className={variant}
    >
      <span className={classes('text-body leading-tight', (summary || isToday) && 'font-bold')}>
        {day.day}
        {summary && <span aria-hidden="true" className="dot" />}
        <span className="sr-only">
          {` ${day.month} ${day.year}`}
          {isToday && summary && ', today'}
          {(summary || isToday) && ', '}
        </span>
      </span>
      <DayNote summary={summary} isToday={isToday} />
    </Link>
  )
}

/** Moves focus with the keys of a date grid; Space activates the day, as Enter does. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const day = (event.target as Element).closest('a')
  if (!day || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const next = findDayByKey(event.key, day)
  if (!next && event.key !== ' ') return
  event.preventDefault()
  if (next) next.focus()
  else day.click()
}

/** A month as a table of links with one Tab stop. An ARIA grid would have no caption, and no table keys for screen readers. */
export function MonthTable({
  month,
  marks,
  isFolded,
}: {
  month: Month
  marks: CalendarMarks
  /** Whether phones hide this month. */
  isFolded: boolean
}) {
  const hydrated = useHydrated()
  const [focused, setFocused] = useState<string>()
  const weeks = getWeeksOfMonth(month)
  const days = weeks.flat().flatMap((day) => (day ? formatIsoDay(day) : []))
  const tabStop = [focused, marks.chosen, marks.today].find((day) => day && days.includes(day)) ?? days[0]
  return (
    <table
      id={getMonthId(month)}
      onKeyDown={moveFocus}
      className={classes(
        isFolded && 'folded',
        'month -mx-4 w-[calc(100%+min(2rem,10vw))] table-fixed border-y tiny:mx-0 tiny:block tiny:w-full border-line bg-white sm:mx-0 sm:w-full sm:rounded sm:border print:break-inside-avoid print:border',
      )}
    >
      <caption className="tiny:block px-4 pb-2 text-left sm:px-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3>
            {month.month} {month.year}
          </h3>{' '}
          <Badge>Academic Term</Badge>
        </div>
      </caption>
      <thead className="tiny:sr-only">
        <tr>
          {weekdays.map((weekday) => (
            <th
              key={weekday}
              scope="col"
              className="py-2 text-[0.875rem] text-ink-soft xs:text-small sm:px-2 sm:text-left"
            >
              {/* CSS draws the short name, so that only the full name is left without style sheets. */}
              <span aria-hidden="true" data-short={weekday.slice(0, 3)} className="before:content-[attr(data-short)]" />
              <span className="sr-only">{weekday}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tiny:flex tiny:flex-wrap">
        {weeks.map((week) => (
          <tr key={week.map((day) => day?.day).join()} className="border-t border-line tiny:contents">
            {week.map((day, weekday) => (
              <td key={weekdays[weekday]} onFocus={day ? () => setFocused(formatIsoDay(day)) : undefined}>
                {day && (
                  <DayLink
                    day={day}
                    marks={marks}
                    tabIndex={hydrated && formatIsoDay(day) !== tabStop ? -1 : undefined}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
