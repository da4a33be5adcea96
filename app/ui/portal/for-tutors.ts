import served from 'virtual:riverbank/for-tutors'
import { redirectDocument } from '@remix-run/react'

let parts = served

/** Remembers what a tutor's browser is given beside everybody's code. Called by the tutors' bundle. */
export function keepForTutors(given: Record<string, unknown>): void {
  parts = given
}

/** The exports of the `for-tutors.tsx` in a folder of app/routes, which a student's browser doesn't get. */
export function forTutors<Parts>(folder: string): Parts {
  return parts?.[folder] as Parts
}

/** Loads the whole page for a tutor who came from a public page, whose code is without it. Throws the redirect. */
export function requireForTutors(request: Request): void {
  if (!parts) throw redirectDocument(request.url)
}
