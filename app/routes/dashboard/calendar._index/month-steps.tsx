import { CALENDAR_YEARS, getLastYear, type Month } from '~/domain/events/days'
import { addMonths, formatIsoMonth, formatTerm, type Term } from '~/domain/events/term'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

const inWords = ({ month, year }: Month) => `${month} ${year}`
const link = 'inline-flex min-h-control items-center gap-2 font-bold'

/** Links to the month before and after those shown, to this month, and back to the term from a month alone. */
export function MonthSteps({
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
  const isNowShown = shown.some((month) => inWords(month) === inWords(now))
  const to = (month: Month) => `?month=${formatIsoMonth(month)}`
  return (
    <nav aria-label="Other months" className="no-print flex flex-wrap gap-x-5">
      {previous.year >= CALENDAR_YEARS.first && (
        <Link to={to(previous)} preventScrollReset className={link}>
          <Icon name="arrow-left" className="h-5 w-5 shrink-0" />
          <span className="sr-only">Previous month </span>
          {inWords(previous)}
        </Link>
      )}{' '}
      {next.year <= getLastYear(now) && (
        <Link to={to(next)} preventScrollReset className={link}>
          <span className="sr-only">Next month </span>
          {inWords(next)}
          <Icon name="arrow-right" className="h-5 w-5 shrink-0" />
        </Link>
      )}{' '}
      {!isNowShown && (
        <Link to={to(now)} preventScrollReset className={link}>
          This month<span className="sr-only"> {inWords(now)}</span>
        </Link>
      )}{' '}
      {isAlone && (
        <Link to={`${paths.dashboard.calendar.index}?term`} preventScrollReset className={link}>
          {formatTerm(term)} {term.year}
        </Link>
      )}
    </nav>
  )
}
