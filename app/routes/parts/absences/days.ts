import { formatDayAndMonth } from '~/routes/parts/week/today'

/** 'Monday 23 November', or 'Monday 23 November to Friday 27 November'. */
export function formatAbsenceDays({ startDate, endDate }: { startDate: string; endDate: string }): string {
  return startDate === endDate
    ? formatDayAndMonth(startDate)
    : `${formatDayAndMonth(startDate)} to ${formatDayAndMonth(endDate)}`
}
