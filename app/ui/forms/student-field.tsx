import type { FieldMetadata } from '@conform-to/react'
import { getListNames } from '~/domain/accounts/names'
import type { ListedStudent } from '~/domain/groups/members'
import { SelectField } from './field'
import { StudentList } from './students-field'

/**
 * Chooses a student. The `currentStudent` stays an option after their account is closed; `emptyLabel` labels the empty choice. With
 * `isMultiple`, tick boxes of the same name allow more than one.
 */
export function StudentField({
  field,
  hint,
  students,
  emptyLabel,
  currentStudent,
  isMultiple = false,
}: {
  field: FieldMetadata<unknown>
  hint?: string
  students: ListedStudent[]
  emptyLabel: string
  currentStudent?: { studentId: number | null; studentName: string | null }
  isMultiple?: boolean
}) {
  const options = [...getListNames(students)].map(([id, label]) => ({ value: String(id), label }))
  if (currentStudent?.studentId && !students.some(({ id }) => id === currentStudent.studentId))
    options.push({ value: String(currentStudent.studentId), label: currentStudent.studentName ?? '' })
  const chosen = [field.initialValue].flat().map(String)
  const ticked = chosen.length > 1 ? chosen : []
  return (
    <div className="space-y-2">
      <SelectField
        field={field}
        label="Which student is this for?"
        hint={hint}
        options={options}
        placeholder={emptyLabel}
        defaultValue={ticked.length > 0 ? '' : undefined}
      />
      {isMultiple && options.length > 1 && (
        <details className="fold" open={ticked.length > 0}>
          <summary className="font-bold text-river">For several students?</summary>
          <fieldset>
            <legend className="text-small text-ink-soft">Tick each student. They do not see who else got it.</legend>
            <StudentList
              name={field.name}
              students={students}
              names={options.map(({ value, label }) => [value, label])}
              chosen={ticked}
              className="mt-2 max-h-56 overflow-y-auto"
            />
          </fieldset>
        </details>
      )}
    </div>
  )
}
