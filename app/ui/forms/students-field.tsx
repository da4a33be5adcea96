import type { FieldMetadata } from '@conform-to/react'
import type { ComponentProps } from 'react'
import type { Account } from '~/domain/accounts/account'
import { getListNames } from '~/domain/accounts/names'
import { FieldError, Hint } from './labelled'

/** A list of tick boxes, from values and names. */
export function TickList({
  name,
  names,
  chosen,
  className = '',
  ...own
}: {
  name: string
  names: Iterable<[value: string | number, name: string]>
  chosen: string[]
} & ComponentProps<'ul'>) {
  return (
    <ul {...own} className={`students ${className}`}>
      {[...names].map(([value, words]) => (
        <li key={value}>
          <label>
            <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(String(value))} />
            {words}
          </label>
        </li>
      ))}
    </ul>
  )
}

/** A tick box for each student; none ticked means all. */
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
  return (
    <fieldset className="space-y-1" id={field.id} tabIndex={-1}>
      <legend className="font-bold">{label}</legend>
      <Hint field={field} hint={hint} />
      <FieldError field={field} />
      <TickList
        name={field.name}
        names={getListNames(students)}
        chosen={[field.initialValue].flat().map(String)}
        className="max-h-56 overflow-y-auto rounded-sm border-2 border-stone bg-white p-1"
        tabIndex={students.length > 7 ? 0 : undefined}
      />
    </fieldset>
  )
}
