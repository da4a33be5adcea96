import { CALENDAR_YEARS, getLastYear, type Month } from '~/domain/events/days'
import { addMonths, formatIsoMonth, formatTerm, type Term } from '~/domain/events/term'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

const formatMonth = ({ month, year }: Month) => `${month} ${year}`
const linkClass = 'inline-flex min-h-control items-center gap-2 font-bold'

/** Links to the previous, next and current month, and from a single month back to the term. */
export function MonthLinks({
  shown,
  term,
  now,
  isAlone,
}: {
  shown: readonly Month[]
  term: Term
  now: Month
  isAlone: boolean
}) {
  const [first = term] = shown
  const previous = addMonths(first, -1)
  const next = addMonths(shown[shown.length - 1] ?? term, 1)
  const isNowShown = shown.some((month) => formatMonth(month) === formatMonth(now))
  const to = (month: Month) => `?month=${formatIsoMonth(month)}`
  return (
    <nav aria-label="Other months" className="no-print flex flex-wrap gap-x-5">
      {previous.year >= CALENDAR_YEARS.first && (
        <Link to={to(previous)} preventScrollReset className={linkClass}>
          <Icon name="arrow-left" className="h-5 w-5 shrink-0" />
          <span className="sr-only">Previous month </span>
          {formatMonth(previous)}
        </Link>
      )}{' '}
      {next.year <= getLastYear(now) && (
        <Link to={to(next)} preventScrollReset className={linkClass}>
          <span className="sr-only">Next month </span>
          {formatMonth(next)}
          <Icon name="arrow-right" className="h-5 w-5 shrink-0" />
        </Link>
      )}{' '}
      {!isNowShown && (
        <Link to={to(now)} preventScrollReset className={linkClass}>
          This month<span className="sr-only"> {formatMonth(now)}</span>
        </Link>
      )}{' '}
      {isAlone && (
        <Link to={`${paths.dashboard.calendar.index}?term`} preventScrollReset className={linkClass}>
          {formatTerm(term)} {term.year}
        </Link>
      )}
    </nav>
  )
}
