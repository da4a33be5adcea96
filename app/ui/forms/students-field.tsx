import type { FieldMetadata } from '@conform-to/react'
import { type Account, namesAmong } from '~/domain/accounts/account'
import { FieldError, Hint } from './labelled'

/** A tick box for each student; none ticked means all of them. */
export function StudentsField({
  field,
  label,
  hint,
  students,
}: {
  field: FieldMetadata<unknown>
  label: string
  hint: string
  students: Account[]
}) {
  const chosen = [field.initialValue].flat().map(String)
  return (
    <fieldset className="space-y-1" id={field.id} tabIndex={-1}>
      <legend className="font-bold">{label}</legend>
      <Hint field={field} hint={hint} />
      <FieldError field={field} />
      <ul
        className="students max-h-56 overflow-y-auto rounded-sm border-2 border-stone bg-white p-1"
        tabIndex={students.length > 7 ? 0 : undefined}
      >
        {[...namesAmong(students)].map(([id, name]) => (
          <li key={id}>
            <label>
              <input type="checkbox" name={field.name} value={id} defaultChecked={chosen.includes(String(id))} />
              {name}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
