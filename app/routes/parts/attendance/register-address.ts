import { paths } from '~/paths'

/** The path of the register of a day or, with a session, of that session on the day. */
export function getRegisterPath({ date, sessionId }: { date: string; sessionId?: number | null }): string {
  const session = sessionId ? `&session=${sessionId}` : ''
  return `${paths.dashboard.timetable.register.day}?date=${date}${session}`
}

/** The path of a month's table, '2026-11'. */
export const getMonthPath = (month: string) => `${paths.dashboard.timetable.register.month}?month=${month}`
