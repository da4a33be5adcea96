/** What an enquiry can be about. Apart from the schema, so that a page can show them without zod. */
export const subjects = [
  { value: 'general', label: 'General Enquiry' },
  { value: 'programmes', label: 'Programme Information' },
  { value: 'visit', label: 'Arrange a Visit' },
  { value: 'other', label: 'Other' },
] as const
