/** The largest list of subscribers. Apart from the schema, so that a page can show it without zod. */
export const LIST_LIMIT = 5 * 1024 * 1024
export const LIST_LINES = 20_000
export const LIST_TOO_LARGE = 'File size must be less than 5MB.'
export const NO_LIST = 'Please choose a file, or paste the addresses.'

export const MAX_PASTED = 200_000
/** The most characters of a list on its way back from the look at its names. */
export const MAX_PACKED = 7_000_000
