/** The years that a strategic plan may have. */
export const FIRST_YEAR = 2000
export const LAST_YEAR = 2100

/** A plan starts this year and ends three years later, unless somebody says otherwise. */
export const defaultStart = () => new Date().getFullYear()
export const defaultEnd = () => defaultStart() + 3
