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

/** After a restore: mails queued in the backup may have been sent since it was made. */
function Paused({ since }: { since: string }) {
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

function NotSetUp({ waiting }: Pick<SendingState, 'waiting'>) {
  return (
    <Warning title="Email is not set up">
      <p>Nothing can be sent yet. {waitingInWords(waiting)}</p>
      <details className="fold">
        <summary className="font-bold">What to do</summary>
        <p>
          Please ask the person who looks after the website to set email up. The emails that are waiting go out then. An
          email that has waited for more than 30 days does not go out by itself, and a test or an email to someone who
          signed up does not after 7 days.
        </p>
      </details>
    </Warning>
  )
}

function waitingInWords(number: number): string {
  if (number === 0) return 'No email is waiting.'
  return number === 1 ? '1 email is waiting.' : `${number} emails are waiting.`
}

/** What keeps newsletters from being sent now, if anything, and what a tutor can do about it. */
export function MailNotice({ sending }: { sending: SendingState }) {
  const { route, waiting, pausedSince, trouble, isRefusal, refused } = sending
  return (
    <>
      {route === 'none' && <NotSetUp waiting={waiting} />}
      {route === 'outbox' && (
        <Warning title="Email is not set up">
          <p>This is a demonstration. Each email is written to the demonstration’s outbox, and nobody gets it.</p>
        </Warning>
      )}
      {pausedSince && <Paused since={pausedSince} />}
      {trouble && (
        <Warning title={isRefusal ? 'The mail server refuses our emails' : 'The mail server is not working'}>
          <p>
            {isRefusal
              ? 'Emails are waiting, and none is lost. Please tell whoever looks after the website: the account with the mail provider may have ended, or our address may be blocked. They will go out once the mail server takes them.'
              : 'Emails are waiting. They will go out as soon as the mail server works again.'}{' '}
            It says: {trouble}
          </p>
        </Warning>
      )}
      {refused > 0 && !isRefusal && (
        <Warning title={refused === 1 ? 'An email was refused' : `${refused} emails were refused`}>
          <p>
            The mail server would not take {refused === 1 ? 'it' : 'them'} from us, so nobody got{' '}
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

/** Warns of the numbers that a text gives a place although there is no such picture. */
export function MissingPictures({ missing }: { missing: number[] }) {
  if (missing.length === 0) return null
  return (
    <p className="my-4 flex max-w-3xl gap-2 rounded-sm border-2 border-amber bg-amber-tint p-3">
      <Icon name="warning" className="mt-1 h-5 w-5 shrink-0 text-amber" />
      <span>
        The text has a place for {missing.map((number) => `[picture ${number}]`).join(', ')}, but there is no such
        picture. Everyone would read the words in brackets.
      </span>
    </p>
  )
}
