import { paths } from '~/paths'

/** The path of a student's week or, with null, everyone's. `add` opens the form; `day` and `from` are its initial values. */
export function getWeekPath(of: number | null, next: { add?: 'yes'; day?: string; from?: string } = {}): string {
  const parameters = new URLSearchParams({ ...(of && { of: String(of) }), ...next })
  return `${paths.dashboard.timetable.week.list}${parameters.size > 0 ? `?${parameters}` : ''}`
}
