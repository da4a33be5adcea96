import type { ComponentProps } from 'react'
import { OwnProofFields } from '~/ui/forms/own-proof'

/** Asks whoever adds a tutor for their own password, and code; with styles only once 'Tutor' is chosen. */
export function TutorProof(own: ComponentProps<typeof OwnProofFields>) {
  return (
    <div className="only-for-tutors space-y-6">
      <p>A tutor sees everything and can change it. So please show that it is you. A student needs none of this.</p>
      <OwnProofFields {...own} depends="(required for a tutor)" />
    </div>
  )
}
