import { lastYear, type Month, years } from '~/domain/events/days'
import { isoMonth, monthAfter, type Term, termInWords } from '~/domain/events/term'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { monthId } from './month-table'

/** Links past the many days of the months, for keyboards and small screens. */
export function MonthLinks({ months, isTutor }: { months: Month[]; isTutor: boolean }) {
  const places = [
    ...months.map((month) => ({ to: monthId(month), label: month.month })),
    ...(isTutor ? [{ to: 'add', label: 'Add Event' }] : []),
    { to: 'phone', label: 'Calendar on your phone' },
  ]
  return (
    <nav aria-label="On this page" className="no-print">
      <ul className="flex flex-wrap gap-x-6">
        {places.map(({ to, label }) => (
          <li key={to}>
            <a href={`#${to}`} className="inline-flex min-h-control items-center font-bold">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const inWords = ({ month, year }: Month) => `${month} ${year}`
const link = 'inline-flex min-h-control items-center gap-2 text-small font-bold'

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
  const previous = monthAfter(first, -1)
  const next = monthAfter(shown.at(-1) ?? term, 1)
  const isNowShown = shown.some((month) => inWords(month) === inWords(now))
  const to = (month: Month) => `?month=${isoMonth(month)}`
  return (
    <nav aria-label="Other months" className="no-print flex flex-wrap gap-x-5">
      {previous.year >= years.first && (
        <Link to={to(previous)} preventScrollReset className={link}>
          <Icon name="arrow-left" className="h-5 w-5 shrink-0" />
          Previous month<span className="sr-only"> {inWords(previous)}</span>
        </Link>
      )}{' '}
      {next.year <= lastYear(now) && (
        <Link to={to(next)} preventScrollReset className={link}>
          Next month<span className="sr-only"> {inWords(next)}</span>
          <Icon name="arrow-right" className="h-5 w-5 shrink-0" />
        </Link>
      )}{' '}
      {!isNowShown && (
        <Link to={to(now)} preventScrollReset className={link}>
          This month<span className="sr-only"> {inWords(now)}</span>
        </Link>
      )}{' '}
      {isAlone && (
        <Link to="/dashboard/calendar" preventScrollReset className={link}>
          All of {termInWords(term)} {term.year}
        </Link>
      )}
    </nav>
  )
}
