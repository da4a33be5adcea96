import { type Account, getListNames } from '~/domain/accounts/account'
import type { WeekCopy, WeekSource } from '~/domain/week/schema'
import type { FormResult } from '~/http/forms/form.server'
import { getWeekPath } from '~/routes/parts/week/week-address'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { SelectField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { StudentsField } from '~/ui/forms/students-field'
import { SubmitButton } from '~/ui/forms/submit-button'

interface CopyFormProps {
  /** The student whose week is shown; null for everyone's. */
  student: Account | null
  students: Account[]
  answer?: FormResult
}

function CopyToForm({ student, students, number, answer }: CopyFormProps & { number: number }) {
  const [form, { studentIds }] = useSiteForm<WeekCopy>({ id: 'copy-week', intent: 'copy-week', result: answer?.result })
  return (
    <section aria-labelledby="copy-heading">
      <h3 id="copy-heading">Copy this week</h3>
      <ValidatedForm
        form={form}
        intent="copy-week"
        failure="Failed to copy the week"
        isTyped={false}
        action={getWeekPath(student?.id ?? null)}
        className="mt-2 space-y-3"
      >
        <StudentsField
          field={studentIds}
          label={`Copy ${number === 1 ? 'the session' : `all ${number} sessions`} to`}
          hint="They join the sessions, so a change is for all of them. We leave out what a student already has."
          students={students}
        />
        <SubmitButton variant="secondary" submitLabel="Copy" pendingLabel="Copying..." />
      </ValidatedForm>
    </section>
  )
}

function CopyFromForm({ student, students, answer }: CopyFormProps) {
  const [form, { from }] = useSiteForm<WeekSource>({ id: 'copy-from', intent: 'copy-from', result: answer?.result })
  const options = [...getListNames(students)].map(([id, label]) => ({ value: String(id), label }))
  return (
    <section aria-labelledby="copy-from-heading">
      <h3 id="copy-from-heading">Copy from another week</h3>
      <ValidatedForm
        form={form}
        intent="copy-from"
        failure="Failed to copy the week"
        isTyped={false}
        action={getWeekPath(student?.id ?? null)}
        className="mt-2 space-y-3"
      >
        <SelectField field={from} required label="Copy from" options={options} placeholder="Please select" />
        <SubmitButton variant="secondary" submitLabel="Copy to this week" pendingLabel="Copying..." />
      </ValidatedForm>
    </section>
  )
}

/** Copies between students' weeks. Everyone's sessions are in each student's week already. */
export function CopyPanel({
  student,
  students,
  number,
  answer,
  className,
}: CopyFormProps & { number: number; className: string }) {
  const others = students.filter(({ id }) => id !== student?.id)
  if (others.length === 0) return null
  const getAnswer = (form: string) => (answer?.form === form ? answer : undefined)
  return (
    <Card isSnug className={classes('space-y-6', className)}>
      {student && number > 0 && (
        <CopyToForm student={student} students={others} number={number} answer={getAnswer('copy-week')} />
      )}
      <CopyFromForm student={student} students={others} answer={getAnswer('copy-from')} />
    </Card>
  )
}
