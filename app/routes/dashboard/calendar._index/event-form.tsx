import { getFormProps, type SubmissionResult } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { EventForm as Fields } from '~/domain/events/schema'
import { Button, ButtonLink } from '~/ui/button'
import { TextArea, TextField } from '~/ui/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { useSubmitting } from '~/ui/submitting'

const loadRules = async () => {
  const [{ rulesOf }, { eventForm }] = await Promise.all([import('~/ui/validate'), import('~/domain/events/schema')])
  return rulesOf(eventForm)
}

/** The fields of an event (spec section 3), for adding one and for changing one. */
export function EventForm({
  to,
  result,
  event,
  deed,
  doing,
  cancelTo,
}: {
  to: string
  result?: SubmissionResult<string[]> | null
  event?: Partial<Fields>
  deed: string
  doing: string
  cancelTo?: string
}) {
  const [form, fields] = useRiverbankForm<Fields>({
    id: 'event',
    intent: 'save-event',
    result,
    defaultValue: event,
    loadRules,
  })
  const submitting = useSubmitting('save-event')
  return (
    <Form method="post" action={to} className="mt-4 space-y-6" {...getFormProps(form)}>
      <ErrorSummary
        form={form}
        fields={[fields.title, fields.description, fields.date, fields.time, fields.location]}
      />
      <p className="border-l-4 border-river pl-4">
        Events are public: anyone can see them in the website’s calendar feed. Please leave out what is private, for
        example a student’s name.
      </p>
      <input type="hidden" name="intent" value="save-event" />
      <TextField field={fields.title} label="Title" autoComplete="off" />
      <TextArea field={fields.description} label="Description (optional)" rows={3} />
      <TextField field={fields.date} label="Date" type="date" />
      <TextField
        field={fields.time}
        label="Time (optional)"
        hint="For example 14:00-16:00, or only 14:00"
        autoComplete="off"
      />
      <TextField field={fields.location} label="Location (optional)" autoComplete="off" />
      <div className="flex flex-wrap gap-4">
        <Button disabled={submitting}>{submitting ? doing : deed}</Button>
        {cancelTo && (
          <ButtonLink to={cancelTo} look="secondary">
            Cancel
          </ButtonLink>
        )}
      </div>
    </Form>
  )
}
