import { paths } from '~/paths'

/** The path of the week of one student or, with null, of everyone. `add` opens the form, with `day` and `from` as initial values. */
export function getWeekPath(of: number | null, next: { add?: 'yes'; day?: string; from?: string } = {}): string {
  const parameters = new URLSearchParams({ ...(of && { of: String(of) }), ...next })
  return `${paths.dashboard.timetable.week.list}${parameters.size > 0 ? `?${parameters}` : ''}`
}
