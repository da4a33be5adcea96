import { type Subject, subjects } from '~db/choices'

/** The subjects' labels. Apart from the schema, so that a page can show them without zod. */
export const subjectNames: Record<Subject, string> = {
  general: 'General Enquiry',
  programmes: 'Programme Information',
  visit: 'Arrange a Visit',
  other: 'Other',
}

/** The subjects as the options of a select. */
export const subjectOptions = subjects.map((value) => ({ value, label: subjectNames[value] }))
