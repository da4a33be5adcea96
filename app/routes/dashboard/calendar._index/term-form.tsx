import { getFormProps, type SubmissionResult } from '@conform-to/react'
import type { NewTerm } from '~/domain/events/schema'
import { Button } from '~/ui/button'
import { SelectField, TextField } from '~/ui/forms/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'
import { months } from '~db/choices'

const monthOptions = months.map((month) => ({ value: month, label: month }))

/** 'Change the term': which four months the calendar shows. */
export function TermForm({ term, result }: { term: NewTerm; result?: SubmissionResult<string[]> | null }) {
  const [form, fields] = useRiverbankForm<NewTerm>({ id: 'term', intent: 'move-term', result, defaultValue: term })
  const moving = useSubmitting('move-term')
  return (
    <PostForm
      intent="move-term"
      failure="Failed to change the term"
      action="/dashboard/calendar"
      className="mt-4 space-y-6"
      {...getFormProps(form)}
    >
      <ErrorSummary form={form} fields={[fields.month, fields.year]} />
      <p>The calendar shows four months, starting with this one. Events keep their dates.</p>
      <SelectField
        field={fields.month}
        required
        label="First month"
        options={monthOptions}
        placeholder="Please select"
      />
      <TextField field={fields.year} required label="Year" inputMode="numeric" autoComplete="off" />
      <Button variant="secondary" busy={moving}>
        {moving ? 'Changing...' : 'Change the term'}
      </Button>
    </PostForm>
  )
}
