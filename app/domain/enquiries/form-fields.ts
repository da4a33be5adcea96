/** The names of two hidden fields of the enquiry form, which help to detect spam. */
export const hiddenFields = {
  /** A honeypot: a name that no browser autofills, in a field that people never see. */
  trap: 'reference_line_b',
  /** The server's sealed note of when the form was opened. */
  opened: 'opened',
} as const
