import type { RegisterNews } from '~/domain/attendance/register.server'
import { paths } from '~/paths'
import { formatTime } from '~/ui/dates'

/** The path of the register of a day or, with a session, of that session on the day. */
export function getRegisterPath({ date, sessionId }: { date: string; sessionId?: number | null }): string {
  const session = sessionId ? `&session=${sessionId}` : ''
  return `${paths.dashboard.timetable.register.day}?date=${date}${session}`
}

/** The path of a month's table, '2026-11'. */
export const getMonthPath = (month: string) => `${paths.dashboard.timetable.register.month}?month=${month}`

/** 'Mother, 11:20: coming after all'. */
export const formatRegisterNews = ({ isComing, by, at }: RegisterNews) =>
  `${by ?? 'a tutor'}, ${formatTime(at)}: ${isComing ? 'coming after all' : 'not coming'}`
