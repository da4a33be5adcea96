import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { emptyPage } from '~/domain/empty-page'
import { today } from '~/domain/events/days'
import { pageOfWebsiteEvents } from '~/domain/events/shown.server'
import { showingLists } from '~/http/answers/lists.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { pageInWords } from '~/ui/browser/page-meta'
import { useCentre } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/lists/empty-state'
import { NotLoaded } from '~/ui/lists/not-loaded'
import { PageLinks, pageIn } from '~/ui/lists/page-links'
import { Container, PageHeading } from '~/ui/site/page'
import { PhoneLink } from '~/ui/site/phone-link'
import { byMonth, MonthOfEvents } from './month-of-events'
import { OwnCalendar } from './own-calendar'

export const handle = defineScreen<typeof loader>({
  access: { loader: 'anyone' },
  title: 'Coming events',
  description:
    'What is on in the next weeks and months: open days, shows and meetings, each with its day, time and place.',
  detail: pageInWords,
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings } = context
  const now = today()
  const asked = pageIn(new URL(request.url).searchParams)
  return showingLists(async (orEmpty) => {
    const { items, ...place } = await orEmpty(pageOfWebsiteEvents(db, now, asked), emptyPage)
    return {
      ...place,
      months: byMonth(items, now),
      // The page is kept for everyone: an address from one visitor's request is not for the others.
      origin: settings.publicUrl?.origin ?? null,
    }
  })
}

export { publicMeta as meta } from '~/ui/site/public-meta'
export const links: LinksFunction = () => [
  { rel: 'alternate', type: 'text/calendar', title: 'Coming events', href: paths.events.feed },
]

export default function Events() {
  const { months, pages, origin, notLoaded } = useLoaderData<typeof loader>()
  const { shortName } = useCentre()
  return (
    <>
      <PageHeading heading="Coming events">
        <p>
          What is on at {shortName}. Want to come? Ring <PhoneLink inText /> or{' '}
          <Link to={paths.contact}>write to us</Link>.
        </p>
      </PageHeading>
      <Container className="grid items-start gap-x-16 gap-y-6 py-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:py-12">
        <div className="space-y-6 lg:space-y-10">
          {notLoaded && <NotLoaded />}
          {months.map((month) => (
            <MonthOfEvents key={month.name} month={month} />
          ))}
          {months.length === 0 && (
            <EmptyState picture="empty-calendar" title="No events are planned yet.">
              <p>Our newsletter tells you about the next one.</p>
              <p className="mt-4">
                <ButtonLink to={`${paths.contact}#news`}>Get our newsletter by email</ButtonLink>
              </p>
            </EmptyState>
          )}
          <PageLinks pages={pages} />
        </div>
        <OwnCalendar origin={origin} />
      </Container>
    </>
  )
}
