import { getLastYear, type Month } from '~/domain/events/days'
import { addTerms, formatIsoTerm, formatTermAndYear, getTermOfDay, isSameMonth, type Term } from '~/domain/events/term'
import { paths } from '~/paths'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

/** The portal's first year (spec.md, 9): earlier terms are empty. */
const FIRST_YEAR = 2025

const linkClass = 'inline-flex min-h-control items-center gap-2 font-bold'

/** Links to the previous and next terms, and back to today's. */
export function TermLinks({ term, today }: { term: Term; today: Month }) {
  const previous = addTerms(term, -1)
  const next = addTerms(term, 1)
  const getTermPath = (other: Term) => `?term=${formatIsoTerm(other)}`
  return (
    <nav aria-label="Other terms" className="no-print flex flex-wrap gap-x-5">
      {previous.year >= FIRST_YEAR && (
        <Link to={getTermPath(previous)} preventScrollReset className={linkClass}>
          <Icon name="arrow-left" className="h-5 w-5 shrink-0" />
          <span className="sr-only">Term before: </span>
          {formatTermAndYear(previous)}
        </Link>
      )}{' '}
      {next.year <= getLastYear(today) && (
        <Link to={getTermPath(next)} preventScrollReset className={linkClass}>
          <span className="sr-only">Term after: </span>
          {formatTermAndYear(next)}
          <Icon name="arrow-right" className="h-5 w-5 shrink-0" />
        </Link>
      )}{' '}
      {!isSameMonth(term, getTermOfDay(today)) && (
        <Link to={paths.dashboard.calendar.index} preventScrollReset className={linkClass}>
          Back to today
        </Link>
      )}
    </nav>
  )
}
