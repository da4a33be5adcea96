import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { emptyPage } from '~/domain/empty-page'
import { getToday } from '~/domain/events/days'
import { paginateWebsiteEvents } from '~/domain/events/event-lists.server'
import { loadLists } from '~/http/answers/lists.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/lists/empty-state'
import { LoadFailureNotice } from '~/ui/lists/not-loaded'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { Container, PageHeading } from '~/ui/site/page'
import { PhoneLink } from '~/ui/site/phone-link'
import { groupByMonth, MonthOfEvents } from './month-of-events'
import { AddToCalendar } from './own-calendar'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'What’s on',
  description:
    'Our events in the coming weeks and months: open days, shows and meetings, with dates, times and places.',
  detail: formatPageNumber,
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings } = context
  const today = getToday()
  const requested = getPageNumber(new URL(request.url).searchParams)
  return loadLists(async (orEmpty) => {
    const { items, ...place } = await orEmpty(paginateWebsiteEvents(db, today, requested), emptyPage)
    return {
      ...place,
      months: groupByMonth(items, today),
      // The page is cached for everyone, so one visitor's request must not set the origin.
      origin: settings.publicUrl?.origin ?? null,
    }
  })
}

export { publicMeta as meta } from '~/ui/site/public-meta'
export const links: LinksFunction = () => [
  { rel: 'alternate', type: 'text/calendar', title: 'What’s on', href: paths.events.feed },
]

export default function Events() {
  const { months, pages, origin, notLoaded } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading heading="What’s on">
        <p>
          Do you want to come? Ring <PhoneLink isInText /> or <Link to={paths.contact}>write to us</Link>.
        </p>
      </PageHeading>
      <Container className="grid items-start gap-x-16 gap-y-6 py-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:py-12">
        <div className="space-y-6 lg:space-y-10">
          {notLoaded && <LoadFailureNotice />}
          {months.map((month) => (
            <MonthOfEvents key={month.name} month={month} />
          ))}
          {months.length === 0 && (
            <EmptyState picture="empty-calendar" title="No events are planned yet.">
              <p>We announce new events in our newsletter.</p>
              <p className="mt-4">
                <ButtonLink to={`${paths.contact}#news`}>Get our newsletter by email</ButtonLink>
              </p>
            </EmptyState>
          )}
          <PageLinks pages={pages} />
        </div>
        <AddToCalendar origin={origin} />
      </Container>
    </>
  )
}
