/** The names of two hidden fields of the enquiry form, by which the server tells a person's from a machine's. */
export const hiddenFields = {
  /** A name no browser fills in by itself; people never see the field. */
  trap: 'reference_line_b',
  /** The server's note of when the form was opened. */
  opened: 'opened',
} as const
