import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { signUpTexts } from '~/content/contact'
import { fill } from '~/content/fill'
import { hiddenFields, subjectOptions } from '~/domain/enquiries/enquiries'
import type { NewEnquiry } from '~/domain/enquiries/schema'
import type { NewSubscriber } from '~/domain/subscribers/schema'
import { paths } from '~/paths'
import { type FlashMessage, useCentre } from '~/ui/browser/root-data'
import { Card } from '~/ui/card'
import { MessageBox, MessageTarget, useMessageAt } from '~/ui/dialogs/message'
import { useToast } from '~/ui/dialogs/toast'
import { signUpFailure } from '~/ui/forms/failure'
import { SelectField, TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon } from '~/ui/icon'

const rules = () => import('~/domain/enquiries/schema').then(({ newEnquiry }) => newEnquiry)

export const ENQUIRY_THANKS_ID = 'message-sent'

interface EnquiryFormProps {
  /** The signed time at which the page was rendered. */
  openingTime: string
  /** The subject that the link to this page names; '' for none. */
  subject: NewEnquiry['subject'] | ''
  result?: SubmissionResult<string[]> | null
}

/** 'Send Us a Message'. After each enquiry, the thank-you message appears above an empty form. */
export function EnquiryForm(props: EnquiryFormProps) {
  const thanks = useMessageAt(ENQUIRY_THANKS_ID)
  const { subject } = props
  const [sent, setSent] = useState({ thanks, count: 0 })
  // Empty the form when a thank-you message appears, but not when the message disappears at the next submission.
  if (thanks && thanks !== sent.thanks) setSent({ thanks, count: sent.count + 1 })
  return (
    <Card as="section" aria-labelledby="enquiry-heading" className="no-print">
      <h2 id="enquiry-heading" tabIndex={-1}>
        Send Us a Message
      </h2>
      {thanks && (
        <div className="mt-6">
          <MessageTarget id={ENQUIRY_THANKS_ID}>
            <MessageBox {...thanks} isAnnounced={false} />
          </MessageTarget>
        </div>
      )}
      <Fields key={`${subject} ${sent.count}`} {...props} />
    </Card>
  )
}

function Fields({ openingTime, subject, result }: EnquiryFormProps) {
  const [form, fields] = useSiteForm<NewEnquiry>({
    id: 'enquiry',
    result,
    rules,
    // Set even an empty subject: otherwise a reset leaves the select blank instead of at 'Please select'.
    defaultValue: { subject: subject as NewEnquiry['subject'] },
  })
  return (
    <ValidatedForm
      form={form}
      intent="enquire"
      failure={{ text: (status, message) => `Failed to send message: ${message ?? status}` }}
      action={paths.contact}
      preventScrollReset
      className="mt-6 space-y-6"
    >
      <input type="hidden" name={hiddenFields.opened} value={openingTime} />
      <TrapField />
      <TextField field={fields.name} required label="Name" autoComplete="name" />
      <TextField field={fields.email} required label="Email" type="email" autoComplete="email" />
      <TextField
        field={fields.phone}
        label="Phone"
        hint="If you would like us to ring you."
        type="tel"
        autoComplete="tel"
      />
      <SelectField
        field={fields.subject}
        required
        label="Subject"
        options={subjectOptions}
        placeholder="Please select"
      />
      <TextArea field={fields.message} required label="Message" rows={4} />
      <SubmitButton className="w-full sm:w-auto" submitLabel="Send Message" pendingLabel="Sending..." />
    </ValidatedForm>
  )
}

/** A honeypot for bots. Its label explains it in browsers that do not hide it. */
function TrapField() {
  const name = hiddenFields.trap
  return (
    <div hidden>
      <label htmlFor={name}>Leave this empty. It is here to catch spam:</label>{' '}
      <input id={name} name={name} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

const signUpRules = () => import('~/domain/subscribers/schema').then(({ newSubscriber }) => newSubscriber)

export const SUBSCRIBED_ID = 'subscribed'

function Subscribed({
  message: { kind, title, text },
  toConfirm,
}: {
  message: Omit<FlashMessage, 'id'>
  toConfirm: string | null
}) {
  const { shortName } = useCentre()
  const show = useToast()
  useEffect(() => show({ kind, title, text, isOnForm: true }), [show, kind, title, text])
  return (
    <MessageTarget id={SUBSCRIBED_ID}>
      <div className="max-w-2xl rounded border-2 border-moss bg-moss-tint p-6">
        <h3 className="flex items-center gap-3 text-moss">
          <Icon name="check" className="h-8 w-8 shrink-0" />
          Subscription successful!
        </h3>
        <p className="mt-2">
          Thank you for subscribing to our newsletter. You'll receive updates about {shortName} activities and
          achievements.
        </p>
        {toConfirm && <p className="mt-2 font-bold">{toConfirm}</p>}
        <p className="mt-4">
          <Link
            to={`${paths.contact}#news`}
            preventScrollReset
            className="inline-flex min-h-target items-center font-bold"
          >
            Subscribe another email
          </Link>
        </p>
      </div>
    </MessageTarget>
  )
}

export function NewsletterCard({
  result,
  toConfirm,
}: {
  result?: SubmissionResult<string[]> | null
  /** How to confirm the address; null if there is no need. */
  toConfirm: string | null
}) {
  const message = useMessageAt(SUBSCRIBED_ID)
  return (
    <div>
      {message ? <Subscribed message={message} toConfirm={toConfirm} /> : <SignUpForm result={result} />}
      <p className="mt-4">
        <Link to={paths.news.list} className="inline-flex min-h-control items-center">
          Read our past newsletters
        </Link>
      </p>
    </div>
  )
}

function SignUpForm({ result }: { result?: SubmissionResult<string[]> | null }) {
  const centre = useCentre()
  const { heading, about, button } = signUpTexts.card
  const [form, fields] = useSiteForm<NewSubscriber>({ id: 'subscribe', result, rules: signUpRules })
  return (
    <Card className="grid gap-x-16 lg:grid-cols-2">
      <div>
        <h3>{fill(heading, centre)}</h3>
        <p className="text-ink-soft">{fill(about, centre)}</p>
      </div>
      <ValidatedForm
        form={form}
        intent="subscribe"
        failure={signUpFailure}
        action={paths.contact}
        preventScrollReset
        className="mt-6 space-y-6 lg:mt-0"
      >
        <TextField field={fields.email} required label="Email address" type="email" autoComplete="email" />
        <TextField field={fields.name} label="Name (optional)" autoComplete="name" />
        <SubmitButton
          variant="secondary"
          className="w-full sm:w-auto"
          submitLabel={button}
          pendingLabel="Subscribing..."
        />
      </ValidatedForm>
      <p className="mt-6 border-t border-line pt-4 text-small lg:col-span-2">
        No longer want our newsletter?{' '}
        <Link to={paths.unsubscribe.index} className="inline-flex min-h-target items-center">
          Unsubscribe here
        </Link>
      </p>
    </Card>
  )
}
