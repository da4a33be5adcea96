import { type EnquirySubject, enquirySubjects } from '~db/choices'

/** The names of two hidden fields of the enquiry form, which help to detect spam. */
export const hiddenFields = {
  /** A honeypot: a name that no browser autofills, in a field that people never see. */
  trap: 'reference_line_b',
  /** The server's sealed note of when the form was opened. */
  opened: 'opened',
} as const

/** The subjects' labels. Apart from the schema, so that a page can show them without zod. */
export const enquirySubjectNames: Record<EnquirySubject, string> = {
  general: 'General Enquiry',
  programmes: 'Programme Information',
  visit: 'Arrange a Visit',
  other: 'Other',
}

export const subjectOptions = enquirySubjects.map((value) => ({ value, label: enquirySubjectNames[value] }))
