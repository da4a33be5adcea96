import { longDate } from '~/domain/events/days'
import type { TermEvent } from '~/domain/events/events.server'
import type { Term } from '~/domain/events/term'
import type { Page } from '~/domain/page.server'
import type { FormAnswer } from '~/http/form.server'
import { EventForm } from '~/routes/parts/calendar/event-form'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { PageLinks } from '~/ui/page-links'
import { ChangeLinks } from './change-links'
import { TermForm } from './term-form'

function EventRows({ events }: { events: TermEvent[] }) {
  return (
    <ul className="long-words mt-4 divide-y divide-line rounded border border-line bg-white px-5">
      {events.map((event) => (
        <li key={event.id} className="py-4 xl:flex xl:items-start xl:justify-between xl:gap-6">
          <div className="min-w-0">
            <h4 className="font-bold">{event.title}</h4>
            <p>{longDate(event)}</p>
            <p>{[event.time, event.location].filter(Boolean).join(', ')}</p>
          </div>
          <ChangeLinks event={event} />
        </li>
      ))}
    </ul>
  )
}

/** For tutors: every event with links to edit and delete, beside the panels 'Add Event' and 'Change the term'. */
export function TutorSection({
  term,
  ofTerm,
  others,
  answer,
}: {
  term: Term
  /** One page of the term's events. */
  ofTerm: Page<TermEvent>
  /** One page of the events in other months. */
  others: Page<TermEvent>
  answer?: FormAnswer
}) {
  return (
    <section aria-labelledby="manage" className="no-print border-t-2 border-line pt-8">
      <h2 id="manage">Manage events</h2>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="space-y-8">
          <div>
            <h3 id="these-months">Events in these four months</h3>
            {ofTerm.found > 0 ? (
              <EventRows events={ofTerm.items} />
            ) : (
              <EmptyState picture="empty-calendar" title="There are no events in these months yet.">
                <p>Use the ‘Add Event’ form to add the first one.</p>
              </EmptyState>
            )}
            <PageLinks
              pages={ofTerm.pages}
              name="these"
              label="Pages of events in these four months"
              heading="these-months"
            />
          </div>
          {others.found > 0 && (
            <div>
              <h3 id="other-months">Events in other months</h3>
              <EventRows events={others.items} />
              <PageLinks pages={others.pages} label="Pages of events in other months" heading="other-months" />
            </div>
          )}
        </div>
        <div className="space-y-8">
          <Card as="section" id="add" aria-labelledby="add-heading">
            <h3 id="add-heading">Add Event</h3>
            {/* The key empties the form once an event is added. */}
            <EventForm
              key={ofTerm.found + others.found}
              to="/dashboard/calendar"
              answer={answer?.form === 'save-event' ? answer : null}
              deed="Add Event"
              doing="Adding..."
            />
          </Card>
          <Card as="section" id="move" aria-labelledby="move-heading">
            <h3 id="move-heading">Change the term</h3>
            <TermForm
              key={`${term.month} ${term.year}`}
              term={term}
              result={answer?.form === 'move-term' ? answer.result : null}
            />
          </Card>
        </div>
      </div>
    </section>
  )
}
