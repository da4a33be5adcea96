/** Limits of a timetable to import. Separate from the schema, so that a page can show them without loading zod. */
export const TABLE_LIMIT = 64 * 1024
export const TABLE_ROWS = 300
/** A row can be for several days. */
export const TABLE_SESSIONS = 500
export const TABLE_TOO_LARGE = 'This timetable is too large. Please send at most 64 kB.'
export const NO_TABLE = 'Please choose a file, or paste the timetable.'
/** Most characters of a packed timetable that the preview form sends back. */
export const MAX_PACKED_TABLE = 100_000
