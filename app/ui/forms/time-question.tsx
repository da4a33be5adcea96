import type { FieldMetadata } from '@conform-to/react'
import { formatAnswer, getTimeQuestion, TIME_ANSWER_FIELD } from '~/domain/times'
import { SubmitButton } from './submit-button'

interface AskedField {
  name: string
  value?: unknown
  isAsked: boolean
}

/** A refused field's typed value, for TimeQuestion. */
export const toAskedField = ({
  name,
  value,
  initialValue,
  errors,
}: FieldMetadata<string | null | undefined>): AskedField => ({
  name,
  value: value ?? initialValue,
  isAsked: Boolean(errors),
})

/** Two buttons that send the form again with unclear times made clear. Nothing if no field has one. */
export function TimeQuestion({ fields }: { fields: AskedField[] }) {
  const asked = fields.flatMap(({ name, value, isAsked }) => {
    const question = isAsked && typeof value === 'string' ? getTimeQuestion(value) : null
    return question ? { name, question } : []
  })
  if (asked.length === 0) return null
  const questions = asked.map(({ question }) => question)
  // A start and an end are made clear together: after 18:30, 8:00 is in the evening.
  const names = (fields.length === 2 ? fields : asked).map(({ name }) => name).join(' ')
  return (
    <>
      {/* Enter presses a form's first button, which would otherwise answer. */}
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
        Save
      </button>
      <fieldset className="rounded border-2 border-river bg-tide p-4">
        <legend className="sr-only">Time of day</legend>
        <p className="mb-3">Which do you mean? Your answer also saves the form.</p>
        <div className="flex flex-wrap gap-3">
          {(['pm', 'am'] as const).map((half) => (
            <SubmitButton
              key={half}
              variant="secondary"
              name={TIME_ANSWER_FIELD}
              value={`${half} ${names}`}
              submitLabel={formatAnswer(questions, half)}
              pendingLabel="Saving..."
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}
