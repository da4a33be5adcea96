import type { ReactNode } from 'react'
import type { DeliveryCounts } from '~/domain/deliveries/deliveries.server'
import type { SendingState } from '~/domain/deliveries/sending.server'
import type { Newsletter } from '~/domain/newsletters/newsletters.server'
import { paths } from '~/paths'
import type { MailRoute } from '~/settings.server'
import { ButtonLink } from '~/ui/button'
import { formatDateTime, formatDay, formatTime } from '~/ui/dates'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon } from '~/ui/icon'

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="no-print mb-8 flex gap-3 rounded border-2 border-amber bg-amber-tint p-4">
      <Icon name="warning" className="mt-1 h-6 w-6 shrink-0 text-amber" />
      <div className="min-w-0 max-w-measure">
        <p className="font-bold">{title}</p>
        {children}
      </div>
    </section>
  )
}

/** After a restore: emails queued in the backup may have been sent since it was made. */
function SendingPaused({ since }: { since: string }) {
  return (
    <Warning title="Sending is paused">
      <p>
        A backup was restored on {formatDateTime(since)}. Newsletters that were waiting then may have gone out since the
        backup was made. Nothing will be sent until you choose.
      </p>
      <PostForm
        failure="Failed to resume sending"
        isTyped={false}
        action={`${paths.dashboard.newsletter.list}?index`}
        navigate={false}
        className="mt-4 flex flex-wrap gap-3"
      >
        <SubmitButton
          name="intent"
          value="give-up"
          variant="secondary"
          submitLabel="Carry on without them"
          pendingLabel="Saving..."
        />
        <SubmitButton
          name="intent"
          value="resume"
          variant="secondary"
          submitLabel="Carry on and send everything"
          pendingLabel="Sending..."
        />
      </PostForm>
    </Warning>
  )
}

function EmailNotSetUp({ waiting }: Pick<SendingState, 'waiting'>) {
  return (
    <Warning title="Email is not set up">
      <p>Nothing can be sent yet. {formatWaitingCount(waiting)}</p>
      <details className="fold">
        <summary className="font-bold">What to do</summary>
        <p>
          Please ask the person who looks after the website to set up email. Then the waiting emails go out. Emails that
          have waited for more than 30 days do not go out automatically. For tests, and emails to people who signed up,
          it is 7 days.
        </p>
      </details>
    </Warning>
  )
}

function formatWaitingCount(number: number): string {
  if (number === 0) return 'No email is waiting.'
  return number === 1 ? '1 email is waiting.' : `${number} emails are waiting.`
}

/** Says why newsletters are not going out, if so, and what a tutor can do. */
export function MailNotice({ sending }: { sending: SendingState }) {
  const { route, waiting, pausedSince, trouble, isRefusal, refused } = sending
  return (
    <>
      {route === 'none' && <EmailNotSetUp waiting={waiting} />}
      {route === 'outbox' && (
        <Warning title="Email is not set up">
          <p>This is a demonstration. Each email is saved to the demonstration’s outbox, and nobody gets it.</p>
        </Warning>
      )}
      {pausedSince && <SendingPaused since={pausedSince} />}
      {trouble && (
        <Warning title={isRefusal ? 'The mail server refuses our emails' : 'The mail server is not working'}>
          <p>
            {isRefusal
              ? 'Emails are waiting, and none are lost. Please tell the person who looks after the website. The account with the mail provider may have ended, or our address may be blocked. The emails will go out once the mail server accepts them.'
              : 'Emails are waiting. They will go out as soon as the mail server works again.'}{' '}
            It says: {trouble}
          </p>
        </Warning>
      )}
      {refused > 0 && !isRefusal && (
        <Warning title={refused === 1 ? 'An email was refused' : `${refused} emails were refused`}>
          <p>
            The mail server did not accept {refused === 1 ? 'it' : 'them'}, so nobody got{' '}
            {refused === 1 ? 'it' : 'them'}.
          </p>
          <ButtonLink to={paths.dashboard.newsletter.allAgain} variant="secondary" className="mt-4">
            Send {refused === 1 ? 'it' : 'them'} again
          </ButtonLink>
        </Warning>
      )}
    </>
  )
}

/** Warns about `[picture 3]` in a text without such a picture. */
export function MissingPictures({ missing }: { missing: number[] }) {
  if (missing.length === 0) return null
  return (
    <p className="my-4 flex max-w-3xl gap-2 rounded-sm border-2 border-amber bg-amber-tint p-3">
      <Icon name="warning" className="mt-1 h-5 w-5 shrink-0 text-amber" />
      <span>
        The text mentions {missing.map((number) => `[picture ${number}]`).join(', ')}, but there is no such picture.
        Readers would see the words in brackets.
      </span>
    </p>
  )
}

const knownReasons: readonly [RegExp, string][] = [
  [/\b5\.1\.\d|user unknown|no such (user|mailbox)|does not exist/i, 'There is no such address.'],
  [/\b[45]\.2\.2|mailbox (is )?full|quota/i, 'The mailbox is full.'],
  [/\b[45]\.7\.\d|spam|blocked|policy/i, 'Their mail server does not let our emails in.'],
]

/** Explains why an email did not arrive, by its RFC 3463 code or common phrases. `server` is the mail server's own text. */
export function explainFailure(reason: string): { plain: string; server: string | null } {
  if (!/^[45]\d\d[ -]/.test(reason)) return { plain: reason, server: null }
  const plain =
    knownReasons.find(([pattern]) => pattern.test(reason))?.[1] ?? 'Their mail server did not accept the email.'
  return { plain, server: reason }
}

/** '212 sent, 3 failed, 1 uncertain'; '' without emails. */
export function formatDeliveryCounts(
  { sent, failed, uncertain, pending }: Omit<DeliveryCounts, 'isStarted'>,
  route: MailRoute,
): string {
  const parts = [
    [sent, route === 'outbox' ? 'saved to the outbox' : 'sent'],
    [failed, 'failed'],
    [uncertain, 'uncertain'],
    [pending, 'waiting'],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(', ')
}

/** How many emails a newsletter has, in any state. */
export const countQueued = ({ sent, failed, uncertain, pending }: DeliveryCounts) => sent + failed + uncertain + pending

/** True if none of a newsletter's emails has left or is waiting. */
export const hasFailed = ({ sent, failed, uncertain, pending }: DeliveryCounts) =>
  failed > 0 && sent + uncertain + pending === 0

/** '1 person', '12 people'. */
export function formatPeopleCount(number: number): string {
  return number === 1 ? '1 person' : `${number} people`
}

export function describeResend(number: number, route: MailRoute): string {
  if (number === 0)
    return 'No one is left to send it to: they have unsubscribed, their address does not work, or their email is on its way already.'
  const people = formatPeopleCount(number)
  const sentence =
    route === 'none'
      ? `The newsletter will go out again to ${people} once email is set up.`
      : `The newsletter is being sent again to ${people}.`
  return `${sentence} Anyone who has unsubscribed since then or whose address does not work is left out.`
}

/** '60 seconds', '5 minutes'. */
export function formatSeconds(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.floor(seconds / 60)} minutes`
}

/** A newsletter's badge, and the text under it. It is 'Sent' only once no email waits, and unless all have failed. */
export interface NewsletterState {
  tone: 'amber' | 'river' | 'moss' | 'brick'
  badge: 'Draft' | 'Waiting' | 'Sending' | 'Sent' | 'Failed'
  detail?: string
}

type NewsletterDates = Pick<Newsletter, 'status' | 'leavesAt' | 'goesOutAt'>

/**
 * The state at `now` (ISO 8601). Its detail is 'Goes out at 20:32', 'Email is not set up', '60 wait until 20:32, you can stop it',
 * '52 of 60 wait' or 'No email has left'.
 */
export function getNewsletterState(
  { status, leavesAt, goesOutAt }: NewsletterDates,
  counts: DeliveryCounts | undefined,
  { now, route }: { now: string; route: MailRoute },
): NewsletterState {
  if (status === 'draft')
    return { tone: 'amber', badge: 'Draft', detail: leavesAt ? `Goes out ${formatSendTime(leavesAt, now)}` : undefined }
  if (counts && hasFailed(counts)) return { tone: 'brick', badge: 'Failed', detail: 'No email has left' }
  if (!counts || counts.pending === 0) return { tone: 'moss', badge: 'Sent' }
  if (route === 'none') return { tone: 'amber', badge: 'Waiting', detail: 'Email is not set up' }
  const until = goesOutAt && goesOutAt > now ? ` until ${formatSendTime(goesOutAt, now).replace(/^at /, '')}` : ''
  const detail = counts.isStarted
    ? `${counts.pending} of ${formatWaiting(countQueued(counts))}`
    : `${formatWaiting(counts.pending)}${until}, you can stop it`
  return { tone: 'river', badge: 'Sending', detail }
}

const formatWaiting = (number: number) => `${number} ${number === 1 ? 'waits' : 'wait'}`

/** Why emails are not going out, as part of a sentence; null if they are. */
export function getWaitingReason({ route, pausedSince, trouble }: SendingState): string | null {
  if (route === 'none') return 'email is not set up'
  if (pausedSince) return 'sending is paused'
  return trouble && 'the mail server is not working'
}

/** 'at 20:32', or 'on 1 July 2027 at 09:30' for another day than today's. */
function formatSendTime(moment: string, now: string): string {
  const day = formatDay(moment) === formatDay(now) ? '' : `on ${formatDay(moment)} `
  return `${day}at ${formatTime(moment)}`
}
