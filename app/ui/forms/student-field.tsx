import type { FieldMetadata } from '@conform-to/react'
import { type Account, namesAmong } from '~/domain/accounts/account'
import { SelectField } from './field'

/** Which student it is for; the `present` one stays an option after the account is closed. `nobody` labels none. */
export function StudentField({
  field,
  hint,
  students,
  nobody,
  present,
}: {
  field: FieldMetadata<unknown>
  hint?: string
  students: Account[]
  nobody: string
  present?: { studentId: number | null; studentName: string | null }
}) {
  const options = [...namesAmong(students)].map(([id, label]) => ({ value: String(id), label }))
  if (present?.studentId && !students.some(({ id }) => id === present.studentId))
    options.push({ value: String(present.studentId), label: present.studentName ?? '' })
  return (
    <SelectField field={field} label="Which student is this for?" hint={hint} options={options} placeholder={nobody} />
  )
}
