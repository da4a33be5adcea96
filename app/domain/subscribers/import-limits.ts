/** Largest list, in bytes. Separate from the schema, so that a page can show it without loading zod. */
export const LIST_LIMIT = 5 * 1024 * 1024
export const LIST_LINES = 20_000
export const LIST_TOO_LARGE = 'File size must be less than 5MB.'
export const NO_LIST = 'Please choose a file, or paste the addresses.'

export const MAX_PASTED = 200_000
/** Most characters of a packed list that the preview form sends back. */
export const MAX_PACKED = 7_000_000
