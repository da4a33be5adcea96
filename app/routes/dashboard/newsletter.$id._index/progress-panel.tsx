import { useSearchParams } from '@remix-run/react'
import type { ComponentProps } from 'react'
import type { Delivery, DeliveryCounts } from '~/domain/deliveries/deliveries.server'
import { formatDublinTime } from '~/domain/events/days'
import type { Newsletter } from '~/domain/newsletters/newsletters.server'
import type { Page } from '~/domain/page.server'
import { paths } from '~/paths'
import {
  countQueued,
  explainFailure,
  formatDeliveryCounts,
  formatPeopleCount,
  hasFailed,
} from '~/routes/parts/newsletters/mail-notice'
import type { MailRoute } from '~/settings.server'
import { ButtonLink } from '~/ui/button'
import { formatDayWithWeekday, formatTime, formatTimeWithSeconds, formatUsDate } from '~/ui/dates'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { PageLinks } from '~/ui/lists/page-links'

export function StatusButton({
  intent,
  className,
  ...button
}: Pick<ComponentProps<typeof SubmitButton>, 'variant' | 'submitLabel' | 'pendingLabel' | 'className'> & {
  intent: string
}) {
  return (
    <PostForm
      failure={{ text: (status) => `Failed to update newsletter status: ${status}` }}
      isTyped={false}
      action="?index"
      replace
      preventScrollReset
      className={className}
    >
      <SubmitButton name="intent" value={intent} className="w-full sm:w-auto" {...button} />
    </PostForm>
  )
}

export interface SendingProgress {
  counts: DeliveryCounts
  problems: Page<Pick<Delivery, 'id' | 'email' | 'name' | 'state' | 'reason'>>
  isDue: boolean
  route: MailRoute
}

interface SendingSectionProps {
  newsletter: Omit<Newsletter, 'content'>
  sending: SendingProgress
}

const isWaitingForSetUp = ({ pending }: DeliveryCounts, route: MailRoute) => route === 'none' && pending > 0

/** The form that stops a newsletter before its first email is sent; nothing for others. */
export function StopSendingForm({ newsletter: { goesOutAt }, sending: { counts, isDue, route } }: SendingSectionProps) {
  if (counts.isStarted || !goesOutAt) return null
  return (
    <div className="rounded border-2 border-river bg-tide p-4">
      {isDue || isWaitingForSetUp(counts, route) ? (
        <p>No emails have gone out yet. If you stop it now, the newsletter will be a draft again.</p>
      ) : (
        <p>
          The first email goes out at <strong>{formatTimeWithSeconds(goesOutAt)}</strong>. You can stop it until then,
          and the newsletter will be a draft again.
        </p>
      )}
      <StatusButton
        className="mt-4"
        intent="stop"
        variant="danger"
        pendingLabel="Stopping..."
        submitLabel="Stop sending"
      />
    </div>
  )
}

const stateLabels = { failed: 'Failed', uncertain: 'Uncertain' } as const

function FailureReason({ reason }: { reason: string }) {
  const { plain, server } = explainFailure(reason)
  return (
    <>
      <p>{plain}</p>
      {server && <p className="break-words text-small text-ink-soft">The mail server said: {server}</p>}
    </>
  )
}

const MAX_UNFOLDED = 3

function ProblemEmails({
  id: newsletter,
  problems,
  failed,
  uncertain,
}: Pick<SendingProgress, 'problems'> & { id: number; failed: number; uncertain: number }) {
  const againPath = paths.dashboard.newsletter.again(newsletter)
  const [parameters] = useSearchParams()
  return (
    <details className="fold space-y-4" open={problems.found <= MAX_UNFOLDED || parameters.has('page')}>
      <summary className="font-bold text-river">
        {problems.found === 1 ? '1 email had a problem' : `${problems.found} emails had a problem`}
      </summary>
      <ul className="divide-y divide-line rounded-sm border border-line px-4">
        {problems.items.map(({ id, email, name, state, reason }) => (
          <li key={id} className="py-3">
            <p className="break-words">
              <strong>{stateLabels[state as keyof typeof stateLabels]}:</strong> {name ? `${name}, ` : ''}
              {email}
            </p>
            {reason && <FailureReason reason={reason} />}
            {state === 'uncertain' && (
              <Link to={`${againPath}?mail=${id}`} className="inline-flex min-h-control items-center font-bold">
                Send it again<span className="sr-only"> to {name ?? email}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <PageLinks pages={problems.pages} heading="sending" />
      {uncertain > 0 && (
        <p>
          Uncertain means we can’t tell if the email arrived. We don’t send it again automatically, so that nobody gets
          it twice. Ask the person if they got it, and send it again if they did not.
        </p>
      )}
      {uncertain > 1 && (
        <ButtonLink to={againPath} variant="secondary" className="w-full sm:w-auto">
          Send all uncertain emails again
        </ButtonLink>
      )}
      {failed > 0 && (
        <StatusButton
          intent="retry"
          variant="secondary"
          pendingLabel="Trying again..."
          submitLabel="Try the failed emails again"
        />
      )}
    </details>
  )
}

export function SendingSection({ newsletter, sending }: SendingSectionProps) {
  const { audience, sentAt, id } = newsletter
  const { counts, problems, route } = sending
  const isWaiting = isWaitingForSetUp(counts, route)
  const began = isWaiting ? 'Waiting since' : counts.pending > 0 ? 'Sending since' : 'Sent on'
  return (
    <section aria-labelledby="sending" className="space-y-4">
      <h4 id="sending">Sending</h4>
      <p>
        To {audience === 'guardians' ? 'guardians only' : 'everyone'}: {formatPeopleCount(countQueued(counts))}.{' '}
        {sentAt && (
          <>
            {hasFailed(counts) ? 'Tried on' : began} {formatUsDate(sentAt)} at {formatTime(sentAt)}.
          </>
        )}
      </p>
      <p role="status" className="text-lead font-bold">
        {formatDeliveryCounts(counts, route)}
        {isWaiting && ': email is not set up'}
      </p>
      {counts.pending > 0 && !isWaiting && (
        <Link
          to={paths.dashboard.newsletter.one(id)}
          replace
          preventScrollReset
          className="inline-flex min-h-control items-center font-bold"
        >
          Check progress
        </Link>
      )}
      {problems.found > 0 && (
        <ProblemEmails id={id} problems={problems} failed={counts.failed} uncertain={counts.uncertain} />
      )}
    </section>
  )
}

/** The date in Dublin: YYYY-MM-DD. */
const getDublinDay = (moment: string) => formatDublinTime(new Date(moment)).slice(0, 10)

export function ScheduledSection({ leavesAt, leavesTo }: Pick<Newsletter, 'leavesAt' | 'leavesTo'>) {
  if (!leavesAt) return null
  return (
    <section aria-labelledby="leaving" className="rounded border-2 border-river bg-tide p-4">
      <h4 id="leaving">This newsletter will go out later</h4>
      <p className="mt-2">
        It will go to {leavesTo === 'guardians' ? 'guardians only' : 'everyone'} on{' '}
        <strong>{formatDayWithWeekday(getDublinDay(leavesAt))}</strong> at <strong>{formatTime(leavesAt)}</strong>.
        Until then you can still change it or delete it.
      </p>
      <StatusButton
        className="mt-4"
        intent="take-back"
        variant="danger"
        pendingLabel="Saving..."
        submitLabel="Cancel sending"
      />
    </section>
  )
}

export function WebsiteSection({ id, publishedAt }: Pick<Newsletter, 'id' | 'publishedAt'>) {
  const intent = publishedAt ? 'unpublish' : 'publish'
  return (
    <section aria-labelledby="website" className="space-y-4">
      <h4 id="website">Website</h4>
      {publishedAt ? (
        <p>
          Anyone can read this newsletter on the website.{' '}
          <a href={paths.news.one(id)} className="inline-flex min-h-target items-center gap-2">
            See the page
            <Icon name="arrow-right" className="h-5 w-5 shrink-0" />
          </a>
        </p>
      ) : (
        <p>This newsletter is not on the website. If you show it there, anyone can read it.</p>
      )}
      <StatusButton
        intent={intent}
        variant="secondary"
        pendingLabel="Saving..."
        submitLabel={publishedAt ? 'Remove from the website' : 'Show on the website'}
      />
    </section>
  )
}
