import { formatBriefDate } from '~/domain/events/days'
import type { TutorEvent } from '~/domain/events/event-lists.server'
import type { Page } from '~/domain/page.server'
import { paths } from '~/paths'
import { EventClosedBadge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { EmptyState } from '~/ui/lists/empty-state'
import { FoldRow, FoldRows } from '~/ui/lists/fold-row'
import { EditAndDelete } from '~/ui/lists/list-with-forms'
import { PageLinks } from '~/ui/lists/page-links'

/** A tutor's links to an event's edit and delete pages. */
export function EventActions({ event }: { event: { id: number; title: string } }) {
  return (
    <div className="no-print mt-4 flex shrink-0 flex-wrap gap-2">
      <EditAndDelete
        to={{ edit: paths.dashboard.calendar.edit(event.id), delete: paths.dashboard.calendar.delete(event.id) }}
        title={event.title}
      />
    </div>
  )
}

/** Shows a tutor that only students and tutors can see an event. */
export function NotOnWebsiteBadge({ event }: { event: { onWebsite: boolean } }) {
  if (event.onWebsite) return null
  return (
    <span className="flex items-center gap-2 text-small font-bold">
      <Icon name="lock" className="h-5 w-5 shrink-0" />
      Not on the website
    </span>
  )
}

export function AddEventLink() {
  return (
    <ButtonLink to={paths.dashboard.calendar.new} className="no-print">
      <Icon name="plus" className="h-5 w-5" />
      Add an event
    </ButtonLink>
  )
}

/** Events as compact rows; location and actions are folded away. */
function EventRows({ events }: { events: TutorEvent[] }) {
  return (
    <FoldRows className="mt-2">
      {events.map((event) => (
        <li key={event.id}>
          <FoldRow
            title={event.title}
            about={
              <>
                {[formatBriefDate(event), event.time].filter(Boolean).join(', ')} <EventClosedBadge event={event} />
                <NotOnWebsiteBadge event={event} />
              </>
            }
          >
            {event.location && <p>{event.location}</p>}
            <EventActions event={event} />
          </FoldRow>
        </li>
      ))}
    </FoldRows>
  )
}

/** For tutors: every event with links to edit and delete. */
export function TutorSection({
  coming,
  past,
  isPastOpen,
}: {
  /** One page of events from today on. */
  coming: Page<TutorEvent>
  /** One page of past events. */
  past: Page<TutorEvent>
  isPastOpen: boolean
}) {
  return (
    <section aria-labelledby="manage" className="no-print border-t-2 border-line pt-6">
      <h2 id="manage">Manage events</h2>
      <div className="mt-4 max-w-3xl space-y-4">
        <div>
          <h3 id="next-events">Upcoming events</h3>
          {coming.found > 0 ? (
            <EventRows events={coming.items} />
          ) : (
            <EmptyState picture="empty-calendar" title="No events planned yet.">
              <p>Press ‘Add an event’ to add the next one.</p>
            </EmptyState>
          )}
          <PageLinks pages={coming.pages} name="coming" label="Pages of upcoming events" heading="next-events" />
        </div>
        {past.found > 0 && (
          <details className="fold" open={isPastOpen}>
            <summary id="past-events" className="font-bold text-river">
              Past events ({past.found})
            </summary>
            <EventRows events={past.items} />
            <PageLinks pages={past.pages} name="past" label="Pages of past events" heading="past-events" />
          </details>
        )}
      </div>
    </section>
  )
}
