import type { FieldMetadata } from '@conform-to/react'
import type { Account } from '~/domain/accounts/account'
import { CheckboxField } from './field'
import { StudentsField } from './students-field'

interface WhoIsInProps {
  inPicture: FieldMetadata<unknown>
  nobodyInPicture: FieldMetadata<unknown>
  students: Account[]
}

/** 'Who is in this picture?': the students, or nobody who is one. Only tutors ever see it. */
export function WhoIsInFields({ inPicture, nobodyInPicture, students }: WhoIsInProps) {
  return (
    <>
      <StudentsField
        field={inPicture}
        label="Students in the picture"
        hint="Only tutors see this."
        students={students}
      />
      <CheckboxField field={nobodyInPicture} label="Nobody in it is a student here" />
    </>
  )
}

/** The same folded away, in the form of an upload, which need not say it. */
export function WhoIsIn({ inPicture, nobodyInPicture, students }: WhoIsInProps) {
  const isOpen = Boolean(inPicture.errors || inPicture.initialValue || nobodyInPicture.initialValue)
  return (
    <details className="fold" open={isOpen}>
      <summary className="font-bold text-river">Who is in the picture?</summary>
      <div className="mt-2 space-y-4">
        <WhoIsInFields inPicture={inPicture} nobodyInPicture={nobodyInPicture} students={students} />
      </div>
    </details>
  )
}
