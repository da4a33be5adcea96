import { useSearchParams } from '@remix-run/react'
import type { Delivery, DeliveryCounts } from '~/domain/deliveries/deliveries.server'
import { formatDublinTime } from '~/domain/dublin'
import type { Newsletter } from '~/domain/newsletters/newsletters.server'
import type { Page } from '~/domain/page.server'
import { paths } from '~/paths'
import { peopleInWords, progressInWords, reasonInWords } from '~/routes/parts/newsletters/in-words'
import { StatusButton } from '~/routes/parts/newsletters/status'
import type { MailRoute } from '~/settings.server'
import { ButtonLink } from '~/ui/button'
import { formatDayWithWeekday, formatTime, formatTimeWithSeconds, formatUsDate } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { PageLinks } from '~/ui/lists/page-links'

/** The state of a sent newsletter's mails. */
export interface Sending {
  counts: DeliveryCounts
  troubled: Page<Pick<Delivery, 'id' | 'email' | 'name' | 'state' | 'reason'>>
  /** Whether no mail has left yet, so that the sending can be stopped. */
  canStop: boolean
  /** Whether the first mail may leave by now. */
  isDue: boolean
  route: MailRoute
}

function Stop({ goesOutAt, isDue }: { goesOutAt: string; isDue: boolean }) {
  return (
    <div className="rounded border-2 border-river bg-tide p-4">
      {isDue ? (
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

const states = { failed: 'Failed', uncertain: 'Uncertain' } as const

function Reason({ reason }: { reason: string }) {
  const { plain, server } = reasonInWords(reason)
  return (
    <>
      <p>{plain}</p>
      {server && <p className="break-words text-small text-ink-soft">The mail server said: {server}</p>}
    </>
  )
}

/** So many are read at a glance: they stand open. */
const FEW = 3

/** The mails that failed or are uncertain, and what can be done about them; many are folded away until somebody asks. */
function Troubled({
  id: newsletter,
  troubled,
  failed,
  uncertain,
}: Pick<Sending, 'troubled'> & { id: number; failed: number; uncertain: number }) {
  const again = paths.dashboard.newsletter.again(newsletter)
  const [parameters] = useSearchParams()
  return (
    <details className="fold space-y-4" open={troubled.found <= FEW || parameters.has('page')}>
      <summary className="font-bold text-river">
        {troubled.found === 1 ? 'The email that had trouble' : `The ${troubled.found} emails that had trouble`}
      </summary>
      <ul className="divide-y divide-line rounded-sm border border-line px-4">
        {troubled.items.map(({ id, email, name, state, reason }) => (
          <li key={id} className="py-3">
            <p className="break-words">
              <strong>{states[state as keyof typeof states]}:</strong> {name ? `${name}, ` : ''}
              {email}
            </p>
            {reason && <Reason reason={reason} />}
            {state === 'uncertain' && (
              <Link to={`${again}?mail=${id}`} className="inline-flex min-h-control items-center font-bold">
                Send it again<span className="sr-only"> to {name ?? email}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <PageLinks pages={troubled.pages} heading="sending" />
      {uncertain > 0 && (
        <p>
          Uncertain means we can’t tell if the email arrived. We don’t send it again by ourselves, so that nobody gets
          it twice. You can ask someone if they got it, and send it again if they did not.
        </p>
      )}
      {uncertain > 1 && (
        <ButtonLink to={again} variant="secondary" className="w-full sm:w-auto">
          Send all the uncertain ones again
        </ButtonLink>
      )}
      {failed > 0 && (
        <StatusButton
          intent="retry"
          variant="secondary"
          pendingLabel="Trying again..."
          submitLabel="Try the failed ones again"
        />
      )}
    </details>
  )
}

/** A sent newsletter's progress: until when it can be stopped, the counts of its mails, and the actions left. */
export function SendingSection({ newsletter, sending }: { newsletter: Omit<Newsletter, 'content'>; sending: Sending }) {
  const { audience, sentAt, goesOutAt, id } = newsletter
  const { counts, troubled, canStop, isDue, route } = sending
  const isWaiting = route === 'none' && counts.pending > 0
  const all = counts.sent + counts.failed + counts.uncertain + counts.pending
  return (
    <section aria-labelledby="sending" className="space-y-4">
      <h4 id="sending">Sending</h4>
      <p>
        To {audience === 'guardians' ? 'guardians only' : 'everyone'}: {peopleInWords(all)}.{' '}
        {sentAt && (
          <>
            {isWaiting ? 'Waiting since' : 'Sent on'} {formatUsDate(sentAt)} at {formatTime(sentAt)}.
          </>
        )}
      </p>
      <p role="status" className="text-lead font-bold">
        {progressInWords(counts, route)}
        {isWaiting && ': email is not set up'}
      </p>
      {canStop && goesOutAt && <Stop goesOutAt={goesOutAt} isDue={isDue || isWaiting} />}
      {counts.pending > 0 && !isWaiting && (
        <Link
          to={paths.dashboard.newsletter.one(id)}
          replace
          preventScrollReset
          className="inline-flex min-h-control items-center font-bold"
        >
          See how far it has got
        </Link>
      )}
      {troubled.found > 0 && (
        <Troubled id={id} troubled={troubled} failed={counts.failed} uncertain={counts.uncertain} />
      )}
    </section>
  )
}

/** The day of a moment in Dublin: YYYY-MM-DD. */
const dayOf = (moment: string) => formatDublinTime(new Date(moment)).slice(0, 10)

/** When a draft leaves by itself, and the button that takes that back. */
export function LeavingSection({ leavesAt, leavesTo }: Pick<Newsletter, 'leavesAt' | 'leavesTo'>) {
  if (!leavesAt) return null
  return (
    <section aria-labelledby="leaving" className="rounded border-2 border-river bg-tide p-4">
      <h4 id="leaving">This newsletter goes out later</h4>
      <p className="mt-2">
        It goes to {leavesTo === 'guardians' ? 'guardians only' : 'everyone'} on{' '}
        <strong>{formatDayWithWeekday(dayOf(leavesAt))}</strong> at <strong>{formatTime(leavesAt)}</strong>. Until then
        you can still change it or delete it.
      </p>
      <StatusButton
        className="mt-4"
        intent="take-back"
        variant="danger"
        pendingLabel="Saving..."
        submitLabel="Do not send it then"
      />
    </section>
  )
}

/** Publishes a sent newsletter on the website, or takes it off. */
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
        submitLabel={publishedAt ? 'Take off the website' : 'Show on the website'}
      />
    </section>
  )
}
