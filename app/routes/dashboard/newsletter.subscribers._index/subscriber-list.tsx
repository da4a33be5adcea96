import type { ReactNode } from 'react'
import type { Subscriber } from '~/domain/subscribers/subscribers.server'
import { paths } from '~/paths'
import { Badge } from '~/ui/badge'
import { formatDay, formatUsDate } from '~/ui/dates'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'
import { EmptyState } from '~/ui/lists/empty-state'
import { EditAndDelete } from '~/ui/lists/list-with-forms'
import { PageLinks } from '~/ui/lists/page-links'
import { SearchForm } from '~/ui/lists/search-form'
import { RecordCell, RecordRow, RecordTable } from '~/ui/lists/table'
import { EmailText } from '~/ui/site/contact-links'

interface SubscriberListProps {
  subscribers: Subscriber[]
  matching: number
  all: number
  pages: number
  text: string
  undeliverable: { number: number; emails: string[] }
}

export function SubscriberList({ subscribers, matching, all, pages, text, undeliverable }: SubscriberListProps) {
  if (all === 0)
    return (
      <EmptyState className="mt-6 lg:mt-0" picture="empty-people" title="No subscribers yet.">
        <p>Use the ‘Add Subscriber’ form to add the first one.</p>
      </EmptyState>
    )
  return (
    <>
      <SearchForm
        className="mt-4 lg:mt-0"
        text={text}
        label="Search by email or name"
        all={paths.dashboard.newsletter.subscribers.list}
        showAll="Show everyone"
      />
      {!text && <UndeliverableAddresses {...undeliverable} />}
      <p className="mt-4" role="status">
        {describeMatches(matching, all, text)}
      </p>
      {subscribers.length > 0 && (
        <div className="mt-4 text-small leading-snug">
          <RecordTable
            label="Subscribers"
            columns={['Email', 'Name', 'Type', 'Joined', 'Status']}
            widths={{ Email: 'md:w-[26%]', Name: 'md:w-[20%]', Status: 'md:w-[24%]' }}
          >
            {subscribers.map((subscriber) => (
              <SubscriberRow key={subscriber.id} subscriber={subscriber} />
            ))}
          </RecordTable>
        </div>
      )}
      <PageLinks pages={pages} />
    </>
  )
}

/** Links to the subscribers whose addresses do not work, who are otherwise somewhere on many pages. */
function UndeliverableAddresses({ number, emails }: SubscriberListProps['undeliverable']) {
  if (number === 0) return null
  const list = paths.dashboard.newsletter.subscribers.list
  return (
    <section aria-labelledby="undeliverable" className="mt-4 rounded-sm border-2 border-amber bg-amber-tint p-3">
      <h3 id="undeliverable" className="text-body">
        {number === 1 ? '1 address does not work' : `${number} addresses do not work`}
      </h3>
      <p>Their mail servers refused three newsletters. They get no more until you change the address or try again.</p>
      <ul className="flex flex-wrap gap-x-4">
        {emails.map((email) => (
          <li key={email} className="min-w-0 long-words">
            <Link to={`${list}?search=${encodeURIComponent(email)}`} className="inline-flex min-h-target items-center">
              {email}
            </Link>
          </li>
        ))}
        {number > emails.length && <li className="py-2">and {number - emails.length} more</li>}
      </ul>
    </section>
  )
}

function describeMatches(matching: number, all: number, text: string): string {
  const formatCount = (number: number) => `${number.toLocaleString('en-IE')} subscriber${number === 1 ? '' : 's'}`
  if (!text) return formatCount(all)
  return matching === 0
    ? `No match for ‘${text}’ among ${formatCount(all)}.`
    : `${matching} of ${formatCount(all)} match ‘${text}’`
}

function SubscriberRow({ subscriber }: { subscriber: Subscriber }) {
  const { email, name, isGuardian, studentName, createdAt, active } = subscriber
  return (
    <RecordRow className="block pb-0">
      <RecordCell className="font-bold long-words">
        <EmailText address={email} />
      </RecordCell>
      <RecordCell isInLine className="long-words">
        {name ?? <NoName />}
      </RecordCell>
      <RecordCell isInLine className="long-words">
        <Separator />
        {isGuardian ? 'Guardian' : 'Other'}
        {studentName && <span className="text-ink-soft"> of {studentName}</span>}
      </RecordCell>
      <RecordCell isInLine>
        <Separator />
        <time dateTime={createdAt}>{formatUsDate(createdAt)}</time>
      </RecordCell>
      <RecordCell>
        <AddressProblems subscriber={subscriber} />
        {active && subscriber.isUndeliverable && (
          <SetActiveForm subscriber={subscriber} isActive submitLabel="Try again" />
        )}
        <div className="flex flex-wrap items-center gap-x-3">
          <StatusBadge subscriber={subscriber} />{' '}
          <details className="fold">
            <summary className="font-bold text-river">
              <span>
                Change<span className="sr-only"> {email}</span>
              </span>
            </summary>
            <SubscriberActions subscriber={subscriber} />
          </details>
        </div>
      </RecordCell>
    </RecordRow>
  )
}

function NoName() {
  return (
    <>
      <span aria-hidden="true">–</span> <span className="sr-only">No name</span>
    </>
  )
}

/** On a phone, separates two values on one line. */
function Separator() {
  return (
    <span aria-hidden="true" className="md:hidden">
      {' '}
      ·{' '}
    </span>
  )
}

function StatusBadge({ subscriber: { active, isUndeliverable } }: { subscriber: Subscriber }) {
  if (active && isUndeliverable) return <Badge tone="brick">Does not work</Badge>
  return <Badge tone={active ? 'moss' : 'stone'}>{active ? 'Active' : 'Unsubscribed'}</Badge>
}

function AddressProblems({ subscriber: { waitsForConfirmation, bouncedAt } }: { subscriber: Subscriber }) {
  return (
    <>
      {waitsForConfirmation && <p>Has not confirmed their address yet.</p>}
      {bouncedAt && (
        <p className="font-bold text-brick">An email to this address came back on {formatDay(bouncedAt)}.</p>
      )}
    </>
  )
}

/** Unsubscribes or re-activates, or tries an address again; with more buttons as `children`. */
function SetActiveForm({
  subscriber: { id, email, version },
  isActive,
  submitLabel,
  children,
}: {
  subscriber: Subscriber
  isActive: boolean
  submitLabel: string
  children?: ReactNode
}) {
  return (
    <PostForm
      failure="Failed to update subscriber"
      isTyped={false}
      preventScrollReset
      className="flex flex-wrap gap-2 pb-2"
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="active" value={String(isActive)} />
      <input type="hidden" name="version" value={version} />
      <SubmitButton
        name="intent"
        value="set-active"
        variant="secondary"
        submitLabel={submitLabel}
        pendingLabel="Saving..."
        about={email}
      />
      {children}
    </PostForm>
  )
}

function SubscriberActions({ subscriber }: { subscriber: Subscriber }) {
  const { id, email, active } = subscriber
  return (
    <SetActiveForm subscriber={subscriber} isActive={!active} submitLabel={active ? 'Unsubscribe' : 'Re-activate'}>
      <EditAndDelete
        to={{
          edit: paths.dashboard.newsletter.subscribers.edit(id),
          delete: active ? undefined : paths.dashboard.newsletter.subscribers.delete(id),
        }}
        title={email}
      />
    </SetActiveForm>
  )
}
