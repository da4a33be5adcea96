import { enquirySubjectNames } from '~/domain/enquiries/enquiries'
import type { Enquiry } from '~/domain/enquiries/enquiries.server'
import { paths } from '~/paths'
import type { MailRoute } from '~/settings.server'
import { Badge } from '~/ui/badge'
import { ButtonAnchor, ButtonLink } from '~/ui/button'
import { formatDateTime, formatDay } from '~/ui/dates'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon, type IconName } from '~/ui/icon'
import { FoldRow } from '~/ui/lists/fold-row'
import { EmailLink } from '~/ui/site/contact-links'

/** The state of the email to the office, and whether to offer 'Send it again'. */
export function describeMailState(
  { isSpam, mail }: Pick<Enquiry, 'isSpam' | 'mail'>,
  route: MailRoute,
): { text: string; canBeSent: boolean } {
  const describe = (text: string, canBeSent = false) => ({ text, canBeSent: canBeSent && !isSpam })
  if (isSpam && !mail) return describe('Not sent to the office, because it looks like spam.')
  if (!mail)
    return route === 'server'
      ? describe('Not sent to the office.', true)
      : describe('Not sent to the office: email is not set up.', route === 'none')
  const serverReason =
    mail.reason && (/^[45]\d\d[ -]/.test(mail.reason) ? `The mail server said: ${mail.reason}` : mail.reason)
  const reasonText = serverReason ? ` ${serverReason}` : ''
  switch (mail.state) {
    case 'sent':
      if (route === 'outbox') return describe('Saved to the demonstration’s outbox. The office did not get it.')
      return describe(`Sent to the office${mail.settledAt ? ` on ${formatDateTime(mail.settledAt)}` : ''}.`)
    case 'failed':
      return describe(`Could not be sent to the office.${reasonText}`, true)
    case 'uncertain':
      return describe('We do not know if the email reached the office.', true)
    default:
      if (route === 'none') return describe('Waiting to be sent to the office: email is not set up.')
      if (mail.attempts === 0) return describe('Waiting to be sent to the office.')
      return describe(`Could not be sent to the office yet. We will keep trying.${reasonText}`)
  }
}

/** An enquiry with a `mailto:` link to reply and a `tel:` link; null if the number to dial is unclear. */
type EnquiryWithLinks = Enquiry & { reply: string; phoneLink: string | null }

/** Length of a long message's unfolded part, in characters. */
const EXCERPT_LENGTH = 250

function Message({ text }: { text: string }) {
  const isLong = text.length > EXCERPT_LENGTH * 1.5
  const quoteClass = 'max-w-measure whitespace-pre-wrap border-l-4 border-river pl-4'
  const characters = isLong ? [...text] : []
  return (
    <>
      <p className={quoteClass}>{isLong ? `${characters.slice(0, EXCERPT_LENGTH).join('')} …` : text}</p>
      {isLong && (
        <details className="fold">
          <summary className="font-bold text-river">The rest of the message</summary>
          <p className={quoteClass}>… {characters.slice(EXCERPT_LENGTH).join('')}</p>
        </details>
      )}
    </>
  )
}

export function EnquiryRow({
  enquiry,
  route,
  isOpen,
}: {
  enquiry: EnquiryWithLinks
  route: MailRoute
  isOpen: boolean
}) {
  const { name, subject, message, createdAt, answeredAt, answeredBy, isSpam } = enquiry
  const summary = (
    <>
      {!isSpam && <Badge tone={answeredAt ? 'stone' : 'amber'}>{answeredAt ? 'Answered' : 'To answer'}</Badge>}{' '}
      {enquirySubjectNames[subject]}
      {' · '}
      <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
    </>
  )
  return (
    <li>
      <FoldRow heading="h3" title={name} about={summary} isOpen={isOpen}>
        <Message text={message} />
        <ContactLinks enquiry={enquiry} />
        <EnquiryActions enquiry={enquiry} route={route} />
        <div className="space-y-1 text-small text-ink-soft">
          <p>{describeMailState(enquiry, route).text}</p>
          {answeredAt && (
            <p>
              Marked as answered on {formatDay(answeredAt)}
              {answeredBy && ` by ${answeredBy}`}.
            </p>
          )}
        </div>
      </FoldRow>
    </li>
  )
}

function ContactLinks({ enquiry: { email, phone, phoneLink } }: { enquiry: EnquiryWithLinks }) {
  const number = (
    <>
      <Icon name="phone" className="h-6 w-6 shrink-0" />
      <span className="min-w-0">{phone}</span>
    </>
  )
  const linkClass = 'flex min-h-target min-w-0 items-center gap-3'
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2">
      <EmailLink address={email} className="min-w-0" />{' '}
      {phoneLink ? (
        <a href={phoneLink} className={linkClass}>
          {number}
        </a>
      ) : (
        phone && <span className={linkClass}>{number}</span>
      )}
    </div>
  )
}

type EnquiryAction = { intent: string; label: string; icon: IconName; variant?: 'danger' | 'secondary' }

/** Reply is the primary action until the enquiry is answered. */
function EnquiryActions({ enquiry, route }: { enquiry: EnquiryWithLinks; route: MailRoute }) {
  const { id, name, isSpam, answeredAt, reply } = enquiry
  const actions: EnquiryAction[] = isSpam
    ? [{ intent: 'real', label: 'Not spam', icon: 'check' }]
    : [
        answeredAt
          ? { intent: 'open', label: 'Mark as not answered', icon: 'clock' }
          : { intent: 'answered', label: 'Mark as answered', icon: 'check' },
        ...(describeMailState(enquiry, route).canBeSent
          ? [{ intent: 'mail', label: 'Send it again', icon: 'send' } as const]
          : []),
        { intent: 'spam', label: 'Mark as spam', icon: 'warning', variant: 'danger' },
      ]
  return (
    <PostForm
      failure="Failed to update the enquiry"
      isTyped={false}
      preventScrollReset
      className="flex flex-wrap gap-3"
    >
      <input type="hidden" name="id" value={id} />
      {!isSpam && (
        <ButtonAnchor href={reply} variant={answeredAt ? 'secondary' : 'primary'}>
          <Icon name="email" className="h-5 w-5 shrink-0" />
          Reply by email<span className="sr-only"> to {name}</span>
        </ButtonAnchor>
      )}
      {actions.map(({ intent, label, icon, variant = 'secondary' }) => (
        <SubmitButton
          key={intent}
          name="intent"
          value={intent}
          variant={variant}
          submitLabel={label}
          pendingLabel="Saving..."
          about={`(${name})`}
        >
          <Icon name={icon} className="h-5 w-5 shrink-0" />
        </SubmitButton>
      ))}
      {(isSpam || answeredAt) && (
        <ButtonLink to={paths.dashboard.profile.enquiries.delete(id)} variant="danger">
          <Icon name="delete" className="h-5 w-5 shrink-0" />
          Delete<span className="sr-only"> the enquiry from {name}</span>
        </ButtonLink>
      )}
    </PostForm>
  )
}
