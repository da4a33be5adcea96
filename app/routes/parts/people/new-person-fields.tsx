import type { ComponentProps } from 'react'
import { DateField } from '~/ui/forms/date-field'
import { OwnProofFields } from '~/ui/forms/own-proof'

/** Asks for the sender's own password and code when they add a tutor. The stylesheet hides this until 'Tutor' is chosen. */
export function TutorProofFields(own: ComponentProps<typeof OwnProofFields>) {
  return (
    <div className="only-for-tutors space-y-6">
      <p>
        Tutors can see and change everything, so please confirm your identity. You don’t need this to add a student.
      </p>
      <OwnProofFields {...own} requiredWhen="(required for a tutor)" />
    </div>
  )
}

export function FirstDayField({ field }: Pick<ComponentProps<typeof DateField>, 'field'>) {
  return <DateField field={field} label="First day" hint="Only for students. The register counts from this day on." />
}
