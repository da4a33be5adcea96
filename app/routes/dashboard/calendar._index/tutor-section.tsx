import type { SubmissionResult } from '@conform-to/react'
import { useState } from 'react'
import { type Day, formatBriefDate } from '~/domain/events/days'
import type { NewTerm } from '~/domain/events/schema'
import type { TutorsEvent } from '~/domain/events/shown.server'
import { formatTerm, getTermOfDay, isTermOver, type Term } from '~/domain/events/term'
import type { Page } from '~/domain/page.server'
import type { FormResult } from '~/http/forms/form.server'
import { paths } from '~/paths'
import { EventClosedBadge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { SelectField, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon } from '~/ui/icon'
import { EmptyState } from '~/ui/lists/empty-state'
import { FoldRow, FoldRows } from '~/ui/lists/fold-row'
import { EditAndDelete } from '~/ui/lists/list-with-forms'
import { PageLinks } from '~/ui/lists/page-links'
import { months } from '~db/choices'

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

/** An intent of its own, so that an error appears next to the form that was submitted. */
const INTENT = 'show-this-term'

/** Once the term is over, a button that switches to the current term. */
function ShowThisTerm({ oldTerm, now }: { oldTerm: Term; now: Day }) {
  const term = getTermOfDay(now)
  return (
    <PostForm
      intent={INTENT}
      failure="Failed to change the term"
      isTyped={false}
      action={paths.dashboard.calendar.index}
      className="space-y-2"
    >
      <p>
        {formatTerm(oldTerm)} {oldTerm.year} is over.
      </p>
      <input type="hidden" name="month" value={term.month} />
      <input type="hidden" name="year" value={term.year} />
      <SubmitButton
        variant="secondary"
        submitLabel={`Show ${formatTerm(term)} ${term.year}`}
        pendingLabel="Changing..."
      />
    </PostForm>
  )
}

const monthOptions = months.map((month) => ({ value: month, label: month }))

/** Changes which four months the calendar shows. */
function TermForm({ term, result }: { term: NewTerm; result?: SubmissionResult<string[]> | null }) {
  const [form, fields] = useSiteForm<NewTerm>({ id: 'term', intent: 'move-term', result, defaultValue: term })
  return (
    <ValidatedForm
      form={form}
      intent="move-term"
      failure="Failed to change the term"
      action={paths.dashboard.calendar.index}
      className="mt-4 space-y-6"
    >
      <p>The calendar shows four months, starting with this one. Events keep their dates.</p>
      <SelectField
        field={fields.month}
        required
        label="First month"
        options={monthOptions}
        placeholder="Please select"
      />
      <TextField field={fields.year} required label="Year" inputMode="numeric" autoComplete="off" />
      <SubmitButton variant="secondary" submitLabel="Change the term" pendingLabel="Changing..." />
    </ValidatedForm>
  )
}

/** Events as compact rows; location and actions are folded away. */
function EventRows({ events }: { events: TutorsEvent[] }) {
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

/** The form that changes the term, folded away. It stays open if a submission gets no response. */
function ChangeTermPanel({ term, refusal }: { term: Term; refusal?: FormResult }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="fold"
      open={isOpen || refusal !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <h3 id="move-heading">Change the term</h3>
      </summary>
      <TermForm key={`${term.month} ${term.year}`} term={term} result={refusal?.result ?? null} />
    </details>
  )
}

/** For tutors: every event with links to edit and delete, and the panel 'Change the term'. */
export function TutorSection({
  term,
  now,
  coming,
  past,
  isPastOpen,
  answer,
}: {
  term: Term
  now: Day
  /** One page of events from today on. */
  coming: Page<TutorsEvent>
  /** One page of past events. */
  past: Page<TutorsEvent>
  isPastOpen: boolean
  answer?: FormResult
}) {
  return (
    <section aria-labelledby="manage" className="no-print border-t-2 border-line pt-6">
      <h2 id="manage">Manage events</h2>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="space-y-4">
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
        <Card as="section" isSnug id="move" aria-labelledby="move-heading">
          {isTermOver(term, now) && <ShowThisTerm oldTerm={term} now={now} />}
          <ChangeTermPanel term={term} refusal={answer?.form === 'move-term' ? answer : undefined} />
        </Card>
      </div>
    </section>
  )
}
