import type { ReactNode } from 'react'
import type { SendingState } from '~/domain/deliveries/sending.server'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button'
import { formatDateTime } from '~/ui/dates'
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
