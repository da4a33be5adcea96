export const FIRST_YEAR = 2000
export const LAST_YEAR = 2100

/** Spec default: a plan starts this year and ends three years later. */
export const getDefaultStartYear = () => new Date().getFullYear()
export const getDefaultEndYear = () => getDefaultStartYear() + 3
