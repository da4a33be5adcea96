import type { FieldMetadata } from '@conform-to/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { getListNames } from '~/domain/accounts/account'
import { GROUP_FIELD, type ListedStudent, listGroupsOf } from '~/domain/groups/groups'
import { useHydrated } from '~/ui/browser/external-store'
import { usePortalData } from '~/ui/browser/root-data'
import { SelectField } from './field'
import { FieldError, Hint } from './labelled'

/**
 * A tick box for each group and each student. With scripts, a group's box ticks and shows its students, who alone are sent; without, the
 * server replaces the group with its students.
 */
function StudentList({
  name,
  students,
  names = getListNames(students),
  chosen,
  className = '',
}: {
  name: string
  students: ListedStudent[]
  names?: Iterable<[value: string | number, name: string]>
  chosen: string[]
  className?: string
}) {
  const list = useRef<HTMLUListElement>(null)
  const restored = useRestoredGroups()
  const isHydrated = useHydrated()
  const groups = listGroupsOf(students)
  const rows = [...names]

  useEffect(() => {
    // Groups that were ticked before the scripts ran.
    for (const group of findBoxes(list.current, '[data-members]')) if (group.checked) tickMembers(list.current, group)
    showFullGroups(list.current)
  }, [])

  function followGroups({ target }: FormEvent) {
    const box = target as HTMLInputElement
    if (box.dataset.members) tickMembers(list.current, box)
    showFullGroups(list.current)
  }

  return (
    <ul
      ref={list}
      className={`students ${className}`}
      tabIndex={rows.length + groups.length > 7 ? 0 : undefined}
      onChange={followGroups}
    >
      {groups.map(({ id, name: groupName, studentIds }) => (
        <li key={`group ${id}`}>
          <label>
            <input
              type="checkbox"
              name={isHydrated ? undefined : GROUP_FIELD}
              value={id}
              defaultChecked={restored.includes(String(id))}
              data-members={studentIds.join()}
            />
            <span>
              <b>{groupName}</b> (group of {studentIds.length})
            </span>
          </label>
        </li>
      ))}
      {rows.map(([value, words]) => (
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

/** The groups that were ticked when the session expired, whose form is restored after log-in. */
function useRestoredGroups(): string[] {
  const portal = usePortalData()
  const [first] = useState(portal?.interrupted)
  return [first?.fields[GROUP_FIELD] ?? []].flat().map(String)
}

const findBoxes = (list: HTMLElement | null, selector: string) => [
  ...(list?.querySelectorAll<HTMLInputElement>(`input${selector}`) ?? []),
]

function findMembers(list: HTMLElement | null, { dataset }: HTMLInputElement): HTMLInputElement[] {
  const members = (dataset.members ?? '').split(',')
  return findBoxes(list, ':not([data-members])').filter(({ value }) => members.includes(value))
}

function tickMembers(list: HTMLElement | null, group: HTMLInputElement): void {
  const changed = findMembers(list, group).filter(({ checked }) => checked !== group.checked)
  for (const box of changed) box.checked = group.checked
  // The form does not notice boxes that a script ticks.
  changed[0]?.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Ticks the box of each group whose students are all ticked. */
function showFullGroups(list: HTMLElement | null): void {
  for (const group of findBoxes(list, '[data-members]'))
    group.checked = findMembers(list, group).every(({ checked }) => checked)
}

/** A tick box for each student and each of their groups; none ticked means all. */
export function StudentsField({
  field,
  label,
  hint,
  students,
}: {
  field: FieldMetadata<unknown>
  label: string
  hint: string
  students: ListedStudent[]
}) {
  return (
    <fieldset className="space-y-1" id={field.id} tabIndex={-1}>
      <legend className="font-bold">{label}</legend>
      <Hint field={field} hint={hint} />
      <FieldError field={field} />
      <StudentList
        name={field.name}
        students={students}
        chosen={[field.initialValue].flat().map(String)}
        className="max-h-56 overflow-y-auto rounded-sm border-2 border-stone bg-white p-1"
      />
    </fieldset>
  )
}

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
