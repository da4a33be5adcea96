import type { FieldMetadata } from '@conform-to/react'
import type { Account } from '~/domain/accounts/account'
import { SelectField } from './field'

/**
 * 'Which student is this for?'. `nobody` names the choice of no student. The `present` student stays
 * among the choices after the account is closed: another would be chosen by itself otherwise.
 */
export function StudentField({
  field,
  hint,
  students,
  nobody,
  present,
}: {
  field: FieldMetadata<unknown>
  hint: string
  students: Account[]
  nobody: string
  present?: { studentId: number | null; studentName: string | null }
}) {
  const options = students.map(({ id, firstName, lastName }) => ({
    value: String(id),
    label: `${firstName} ${lastName}`,
  }))
  if (present?.studentId && !students.some(({ id }) => id === present.studentId))
    options.push({ value: String(present.studentId), label: present.studentName ?? '' })
  return (
    <SelectField field={field} label="Which student is this for?" hint={hint} options={options} placeholder={nobody} />
  )
}
