import type { SubmissionResult } from '@conform-to/react'
import { hiddenFields, subjectOptions } from '~/domain/enquiries/form-fields'
import type { NewEnquiry } from '~/domain/enquiries/schema'
import { paths } from '~/paths'
import { Card } from '~/ui/card'
import { MessagePlace, useMessageAt } from '~/ui/dialogs/message'
import { Notice } from '~/ui/dialogs/notice'
import { SelectField, TextArea, TextField } from '~/ui/forms/field'
import { CheckedForm, useRiverbankForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Link } from '~/ui/link'

const rules = () => import('~/domain/enquiries/schema').then(({ newEnquiry }) => newEnquiry)

/** Where the thanks for an enquiry stand. */
export const THANKS = 'message-sent'

interface EnquiryFormProps {
  /** The server's sealed note of when the page was rendered. */
  opened: string
  result?: SubmissionResult<string[]> | null
}

/** 'Send Us a Message', or in its place the thanks, and the way back to the form, which is empty again. */
export function EnquiryForm(props: EnquiryFormProps) {
  const thanks = useMessageAt(THANKS)
  return (
    <Card as="section" aria-labelledby="enquiry-heading" className="no-print">
      <h2 id="enquiry-heading">Send Us a Message</h2>
      {thanks ? (
        <>
          <div className="mt-6">
            <MessagePlace id={THANKS}>
              <Notice {...thanks} isAnnounced={false} />
            </MessagePlace>
          </div>
          <p className="mt-4">
            <Link
              to={`${paths.contact}#enquiry`}
              preventScrollReset
              className="inline-flex min-h-control items-center font-bold"
            >
              Send another message
            </Link>
          </p>
        </>
      ) : (
        <Fields {...props} />
      )}
    </Card>
  )
}

function Fields({ opened, result }: EnquiryFormProps) {
  const [form, fields] = useRiverbankForm<NewEnquiry>({
    id: 'enquiry',
    result,
    rules,
    // Otherwise a reset leaves the select blank instead of at 'Please select'.
    defaultValue: { subject: '' as NewEnquiry['subject'] },
  })
  return (
    <CheckedForm
      form={form}
      intent="enquire"
      failure={{ words: (status, message) => `Failed to send message: ${message ?? status}` }}
      action={paths.contact}
      preventScrollReset
      className="mt-6 space-y-6"
    >
      <input type="hidden" name={hiddenFields.opened} value={opened} />
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
    </CheckedForm>
  )
}

/** A honeypot, hidden by style sheet and attribute; browsers that know neither show its words, which say what to do. */
function TrapField() {
  const name = hiddenFields.trap
  return (
    <div hidden>
      <label htmlFor={name}>Leave this empty. It catches machines that send spam:</label>{' '}
      <input id={name} name={name} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
