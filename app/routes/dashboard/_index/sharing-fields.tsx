import type { FieldMetadata } from '@conform-to/react'
import type { Account } from '~/domain/accounts/account'
import { whoSees } from '~/domain/files/places'
import { useHydrated } from '~/ui/browser/hydrated'
import { CheckboxField } from '~/ui/forms/field'
import { StudentField } from '~/ui/forms/student-field'

interface SharingFieldsProps {
  studentId: FieldMetadata<unknown>
  isShared: FieldMetadata<unknown>
  students: Account[]
  present?: { studentId: number | null; studentName: string | null }
}

/** Whose a document is, and in words who will see it, which follow the choice where scripts run. */
export function SharingFields({ studentId, isShared, students, present }: SharingFieldsProps) {
  return (
    <>
      <StudentField field={studentId} students={students} nobody="No student" present={present} />
      <CheckboxField
        field={isShared}
        label="Share with all students"
        hint="Make this file visible to all students in their portal"
      />
      <p role="status" className="rounded-sm bg-tide px-3 py-2">
        Who will see it: <Viewers studentId={studentId} isShared={isShared} students={students} present={present} />
      </p>
    </>
  )
}

function Viewers({ studentId, isShared, students, present }: SharingFieldsProps) {
  const chosen = Number(studentId.value) || null
  const shared = Boolean(isShared.value)
  // Without scripts the words can't follow the choice, so they are true of each.
  if (!useHydrated())
    return 'the student you choose and all tutors. If you choose no student, only tutors. If you share it, everyone with an account.'
  if (shared && chosen) return 'choose one student, or share with all students, not both.'
  const sharing = { isShared: shared, studentId: chosen }
  return <strong>{whoSees(sharing, students, present?.studentName)}</strong>
}
