import { type Subject, subjects } from '~db/choices'

/** What the subjects of enquiries are called. Apart from the schema, so that a page can show them without zod. */
export const subjectNames: Record<Subject, string> = {
  general: 'General Enquiry',
  programmes: 'Programme Information',
  visit: 'Arrange a Visit',
  other: 'Other',
}

/** The subjects as a list to choose from. */
export const subjectOptions = subjects.map((value) => ({ value, label: subjectNames[value] }))
