import { paths } from '~/paths'

export const SAVED = 'saved'

/** Whose week a page shows: a student's, everyone's (null), or all sessions. */
export type WeekOf = number | 'all' | null

/** What a week's page begins with. Values that are undefined or empty are left out. */
interface WeekView {
  add?: 'yes'
  /** The form's first values: days, a start, and students. */
  day?: string | string[]
  from?: string | string[]
  for?: number[]
  added?: string | string[]
  /** The day that a phone shows of a long week. */
  show?: string
  /** All sessions by day, room or tutor, and the one shown. */
  by?: string | string[]
  one?: string | string[]
}

export function getWeekPath(of: WeekOf, view: WeekView = {}): string {
  const parameters = new URLSearchParams(of ? { of: String(of) } : {})
  for (const [name, value] of Object.entries(view))
    for (const one of [value ?? []].flat()) parameters.append(name, String(one))
  return `${paths.dashboard.timetable.week.plan}${parameters.size > 0 ? `?${parameters}` : ''}`
}
