export const FIRST_YEAR = 2000
export const LAST_YEAR = 2100

/** By default a plan starts this year and ends three years later. */
export const defaultStart = () => new Date().getFullYear()
export const defaultEnd = () => defaultStart() + 3
