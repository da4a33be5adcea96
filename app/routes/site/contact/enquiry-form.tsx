import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import { hiddenFields, subjectOptions } from '~/domain/enquiries/form-fields'
import type { NewEnquiry } from '~/domain/enquiries/schema'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { MessagePlace, useMessageAt } from '~/ui/dialogs/message'
import { Notice } from '~/ui/dialogs/notice'
import { SelectField, TextArea, TextField } from '~/ui/forms/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'

const rules = () => import('~/domain/enquiries/schema').then(({ newEnquiry }) => newEnquiry)

/** Where the thanks for an enquiry stand. */
export const THANKS = 'message-sent'

/** 'Send Us a Message'. `opened` is the server's sealed note of when the page was rendered. */
export function EnquiryForm({ opened, result }: { opened: string; result?: SubmissionResult<string[]> | null }) {
  const [form, fields] = useRiverbankForm<NewEnquiry>({
    id: 'enquiry',
    result,
    rules,
    // Otherwise a reset leaves the select blank instead of at 'Please select'.
    defaultValue: { subject: '' as NewEnquiry['subject'] },
  })
  const thanks = useMessageAt(THANKS)
  const sending = useSubmitting('enquire')

  // Only a sent enquiry brings a new note, which resets the form.
  const note = useRef(opened)
  useEffect(() => {
    if (note.current === opened) return
    note.current = opened
    document.querySelector<HTMLFormElement>('#enquiry')?.reset()
  }, [opened])

  return (
    <Card as="section" aria-labelledby="enquiry-heading" className="no-print">
      <h2 id="enquiry-heading">Send Us a Message</h2>
      {thanks && (
        <div className="mt-6">
          <MessagePlace id={THANKS}>
            <Notice {...thanks} isAnnounced={false} />
          </MessagePlace>
        </div>
      )}
      <PostForm
        intent="enquire"
        failure={{ words: (status, message) => `Failed to send message: ${message ?? status}` }}
        action="/contact"
        preventScrollReset
        className="mt-6 space-y-6"
        {...getFormProps(form)}
      >
        <ErrorSummary form={form} fields={[fields.name, fields.email, fields.phone, fields.subject, fields.message]} />
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
        <Button busy={sending} className="w-full sm:w-auto">
          {sending ? 'Sending...' : 'Send Message'}
        </Button>
      </PostForm>
    </Card>
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
