import { paths } from '~/paths'

/** The path of the week of a student, or of everybody, where the form is open, and begins with a day and a time. */
export function weekAddress(of: number | null, next: { add?: 'yes'; day?: string; from?: string } = {}): string {
  const parameters = new URLSearchParams({ ...(of && { of: String(of) }), ...next })
  return `${paths.dashboard.timetable.week.list}${parameters.size > 0 ? `?${parameters}` : ''}`
}
