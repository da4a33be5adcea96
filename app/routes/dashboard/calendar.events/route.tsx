import { useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { formatBriefDate, getToday } from '~/domain/events/days'
import { type EventLine, paginateEventLines, paginateSeries } from '~/domain/events/event-lines.server'
import { parsePathId } from '~/domain/path-id'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { AddEventLink, EventActions, NotOnWebsiteBadge } from '~/routes/parts/calendar/tutor-event'
import { defineScreen } from '~/screen'
import { EventClosedBadge } from '~/ui/badge'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { formatEventDays } from '~/ui/dates'
import { Link } from '~/ui/link'
import { EmptyState } from '~/ui/lists/empty-state'
import { FoldRow, FoldRows } from '~/ui/lists/fold-row'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { SearchForm } from '~/ui/lists/search-form'
import { BackLink } from '~/ui/portal/back-link'

const getMonthName = ({ month, year, isPast }: EventLine) => `${isPast ? 'Past: ' : ''}${month} ${year}`

function EventLines({ events }: { events: EventLine[] }) {
  const months = [...new Set(events.map(getMonthName))]
  return months.map((name) => (
    <section key={name} aria-label={name}>
      <h3>{name}</h3>
      <FoldRows className="mt-1">
        {events.map((event) => getMonthName(event) === name && <EventLineRow key={event.id} event={event} />)}
      </FoldRows>
    </section>
  ))
}

function EventLineRow({ event }: { event: EventLine }) {
  const { title, time, location, series } = event
  return (
    <li>
      <FoldRow
        title={title}
        about={
          <>
            {[formatEventDays(event, formatBriefDate), time].filter(Boolean).join(', ')}{' '}
            <EventClosedBadge event={event} />
            {series && <span className="block">{series.text}</span>}
            <NotOnWebsiteBadge event={event} />
          </>
        }
      >
        {location && <p>{location}</p>}
        {series && (
          <Link
            to={`${paths.dashboard.calendar.events}?series=${series.id}`}
            className="inline-flex min-h-control items-center font-bold"
          >
            Show all dates<span className="sr-only"> of {title}</span>
          </Link>
        )}
        <EventActions event={event} />
      </FoldRow>
    </li>
  )
}

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'All Events',
  detail: ({ text, isPast, seriesText, ...list }) =>
    [text && `search for ‘${text}’`, isPast && 'Past', seriesText, formatPageNumber(list)].filter(Boolean).join(', '),
})

export const loader = createPageLoader(async ({ db, tutor, request }) => {
  const { searchParams } = new URL(request.url)
  const today = getToday()
  const page = getPageNumber(searchParams)
  const text = (searchParams.get('search') ?? '').slice(0, 200).trim()
  const series = parsePathId(searchParams.get('series') ?? undefined)
  const isPast = searchParams.has('past') && !text
  if (!series)
    return { ...(await paginateEventLines(db, tutor, today, { page, text, isPast })), text, isPast, seriesText: null }
  const { text: seriesText, ...events } = await paginateSeries(db, tutor, today, { series, page })
  return { ...events, text: '', isPast: false, seriesText: seriesText ?? 'No events' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

const LIST = paths.dashboard.calendar.events

export default function AllEvents() {
  const { items, found, pages, text, isPast, seriesText } = useLoaderData<typeof loader>()
  const views = [
    { to: LIST, label: 'Upcoming', isCurrent: !isPast && !text && !seriesText },
    { to: `${LIST}?past`, label: 'Past', isCurrent: isPast },
  ]
  return (
    <>
      <BackLink to={paths.dashboard.calendar.index}>Calendar</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2>All events</h2>
        <AddEventLink />
      </div>
      <div className="mt-4 max-w-3xl space-y-4">
        <SearchForm text={text} label="Search events" all={LIST} />
        <nav aria-label="Lists of events" className="flex flex-wrap gap-2">
          {views.map(({ to, label, isCurrent }) => (
            <Fragment key={to}>
              {' '}
              <Link to={to} aria-current={isCurrent ? 'page' : undefined} className="chip">
                {label}
              </Link>
            </Fragment>
          ))}
        </nav>
        <p role="status" className="empty:hidden">
          {text && describeMatches(found, text)}
          {seriesText}
        </p>
        <EventLines events={items} />
        {found === 0 && !text && !seriesText && (
          <EmptyState picture="empty-calendar" title={isPast ? 'No past events.' : 'No events planned yet.'}>
            <p>Press ‘Add an event’ to add {isPast ? 'one' : 'the next one'}.</p>
          </EmptyState>
        )}
      </div>
      <PageLinks pages={pages} />
    </>
  )
}

function describeMatches(found: number, text: string): string {
  if (found === 0) return `No event matches ‘${text}’.`
  return found === 1 ? `1 event matches ‘${text}’` : `${found} events match ‘${text}’`
}
