import { paths } from '~/paths'
import { type EnquirySubject, enquirySubjects } from '~db/choices'

/** Two hidden fields of the enquiry form that help to detect spam. */
export const hiddenFields = {
  /** A honeypot: people never see the field, and no browser autofills its name. */
  trap: 'reference_line_b',
  /** The server's signed note of when the form was opened. */
  opened: 'opened',
} as const

/** Apart from the schema, so that pages can show the labels without loading zod. */
export const enquirySubjectNames: Record<EnquirySubject, string> = {
  general: 'General Enquiry',
  programmes: 'Programme Information',
  visit: 'Arrange a Visit',
  other: 'Other',
}

/** The path of the enquiry form. Its heading can take the focus, so that a link ends there and not at the top of the page. */
export const ENQUIRY_FORM_PATH = `${paths.contact}#enquiry-heading`

/** The same with 'Arrange a Visit' chosen. */
export const VISIT_PATH = `${paths.contact}?about=visit#enquiry-heading`

/** Returns `text` if it is a subject, otherwise ''. */
export function parseSubject(text: string | null): EnquirySubject | '' {
  return enquirySubjects.find((subject) => subject === text) ?? ''
}

export const subjectOptions = enquirySubjects.map((value) => ({ value, label: enquirySubjectNames[value] }))
