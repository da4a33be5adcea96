export const FIRST_YEAR = 2000
export const LAST_YEAR = 2100

/** Spec default: a plan starts this year and ends three years later. */
export const getDefaultStartYear = () => new Date().getFullYear()
export const getDefaultEndYear = () => getDefaultStartYear() + 3

/** A plan's years: '2025 - 2028', or '2025' for an annual report. */
export function formatPlanYears({ startYear, endYear }: { startYear: number; endYear: number }): string {
  return startYear === endYear ? String(startYear) : `${startYear} - ${endYear}`
}
