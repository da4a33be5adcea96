import type { SubmissionResult } from '@conform-to/react'
import { useState } from 'react'
import { hiddenFields, subjectOptions } from '~/domain/enquiries/form-fields'
import type { NewEnquiry } from '~/domain/enquiries/schema'
import { paths } from '~/paths'
import { Card } from '~/ui/card'
import { MessageBox, MessageTarget, useMessageAt } from '~/ui/dialogs/message'
import { SelectField, TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'

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
      failure={{ words: (status, message) => `Failed to send message: ${message ?? status}` }}
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
