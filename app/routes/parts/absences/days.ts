import { dayAndMonth } from '~/routes/parts/week/today'

/** 'Monday 23 November', or 'Monday 23 November to Friday 27 November'. */
export function daysInWords({ startDate, endDate }: { startDate: string; endDate: string }): string {
  return startDate === endDate ? dayAndMonth(startDate) : `${dayAndMonth(startDate)} to ${dayAndMonth(endDate)}`
}
