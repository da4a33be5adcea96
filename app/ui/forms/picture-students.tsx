import type { FieldMetadata } from '@conform-to/react'
import type { Account } from '~/domain/accounts/account'
import type { PictureKind } from '~/domain/consent/consents'
import { paths } from '~/paths'
import { Link } from '~/ui/link'
import { CheckboxField } from './field'
import { StudentsField } from './students-field'

interface PictureStudentsProps {
  inPicture: FieldMetadata<unknown>
  nobodyInPicture: FieldMetadata<unknown>
  students: Account[]
}

/** Which students are in a picture, or none. Only tutors see it. */
export function PictureStudentsFields({ inPicture, nobodyInPicture, students }: PictureStudentsProps) {
  return (
    <>
      <StudentsField
        field={inPicture}
        label="Students in the picture"
        hint="Only tutors see this."
        // A form has its groups only once: they are sent without the name of a field.
        students={students.map((student) => ({ ...student, groups: [] }))}
      />
      <CheckboxField field={nobodyInPicture} label="There are no students in the picture" />
    </>
  )
}

/** The same for uploads that must answer it. */
export function PictureStudentsQuestion({ inPicture, nobodyInPicture, students }: PictureStudentsProps) {
  return (
    <div className="space-y-4">
      <p className="font-bold">Who is in the picture? Please tick the students, or that there are none.</p>
      <PictureStudentsFields inPicture={inPicture} nobodyInPicture={nobodyInPicture} students={students} />
    </div>
  )
}

/** The same, folded, for uploads, where it is optional. */
export function PictureStudentsFold({
  inPicture,
  nobodyInPicture,
  students,
  label = 'Who is in the picture?',
}: PictureStudentsProps & { label?: string }) {
  const isOpen = Boolean(inPicture.errors || inPicture.initialValue || nobodyInPicture.initialValue)
  return (
    <details className="fold" open={isOpen}>
      <summary className="font-bold text-river">{label}</summary>
      <div className="mt-2 space-y-4">
        <PictureStudentsFields inPicture={inPicture} nobodyInPicture={nobodyInPicture} students={students} />
      </div>
    </details>
  )
}

export function PictureStudentsLink({ kind, id, title }: { kind: PictureKind; id: number; title: string }) {
  return (
    <Link
      to={paths.dashboard.profile.people.photos.one(kind, id)}
      className="inline-flex min-h-target items-center font-bold"
    >
      Who is in this picture?<span className="sr-only"> ({title})</span>
    </Link>
  )
}
