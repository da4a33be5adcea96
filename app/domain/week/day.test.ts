import { expect, test } from 'vitest'
import { findNextDay, getDaysOfWeek, getDublinClock, getNowAndNext, getSessionsOn, type WeeklySession } from './day'

const zones = process.env.TZ
const session = (
  id: number,
  weekday: WeeklySession['weekday'],
  hours: string,
  more: Partial<WeeklySession> = {},
): WeeklySession => {
  const [from = '', to = ''] = hours.split('-')
  return { id, weekday, from, to, startDate: null, endDate: null, exceptions: [], isOwn: true, ...more }
}
const art = session(1, 'Monday', '09:30-11:00')
const lunch = session(2, 'Monday', '12:30-13:15', { isOwn: false })
const choir = session(3, 'Monday', '12:30-14:00', { exceptions: ['2026-05-04'] })
const drama = session(4, 'Tuesday', '00:00-23:59', { endDate: '2026-12-15' })
const night = session(5, 'Sunday', '01:15-02:30')
const week = [choir, lunch, art, drama, night]

/** 'now / next / rest' of a moment, as ids, and the next day with anything on. */
function reported(moment: string, closed: string[] = []) {
  const { day, time } = getDublinClock(new Date(moment))
  const of = (list: WeeklySession[]) => list.map(({ id }) => id).join() || '-'
  const { now, next, rest } = getNowAndNext(time, getSessionsOn(day, week, closed))
  return `${of(now)} / ${of(next)} / ${of(rest)}; ${findNextDay(day, week, closed)}`
}

test.each([
  ['before the day begins', '2026-11-23T09:00:00Z', '- / 1 / 3,2; 2026-11-24'],
  ['at the minute it begins', '2026-11-23T09:30:00Z', '1 / 3,2 / -; 2026-11-24'],
  ['at the minute it ends', '2026-11-23T11:00:00Z', '- / 3,2 / -; 2026-11-24'],
  ['own and everybody’s at once: the own one first', '2026-11-23T12:45:00Z', '3,2 / - / -; 2026-11-24'],
  ['a day with nothing on', '2026-11-25T10:00:00Z', '- / - / -; 2026-11-29'],
  ['a day without one of them', '2026-05-04T11:45:00Z', '2 / - / -; 2026-05-05'],
  ['summer time: an hour ahead of UTC', '2026-07-06T08:30:00Z', '1 / 3,2 / -; 2026-07-07'],
  ['the last minute of a day in summer', '2026-07-06T22:59:00Z', '- / - / -; 2026-07-07'],
  ['midnight in summer, an hour before that of UTC', '2026-07-06T23:00:00Z', '4 / - / -; 2026-07-12'],
  ['clocks go forward: 00:59', '2026-03-29T00:59:00Z', '- / 5 / -; 2026-03-30'],
  ['clocks go forward: the next minute is 02:00', '2026-03-29T01:00:00Z', '5 / - / -; 2026-03-30'],
  ['clocks go back: 01:30 for the first time', '2026-10-25T00:30:00Z', '5 / - / -; 2026-10-26'],
  ['clocks go back: 01:30 for the second time', '2026-10-25T01:30:00Z', '5 / - / -; 2026-10-26'],
  ['clocks go back: over at 02:30', '2026-10-25T02:30:00Z', '- / - / -; 2026-10-26'],
  ['the week after the last day', '2026-12-22T10:00:00Z', '- / - / -; 2026-12-27'],
])('%s', (_, moment, expected) => {
  for (const zone of ['UTC', 'America/New_York', 'Pacific/Auckland']) {
    process.env.TZ = zone
    expect(reported(moment)).toBe(expected)
  }
  if (zones === undefined) delete process.env.TZ
  else process.env.TZ = zones
})

test('a closed day has nothing on and is never the next day; without sessions for months there is none', () => {
  expect(reported('2026-11-23T09:45:00Z', ['2026-11-23'])).toBe('- / - / -; 2026-11-24')
  expect(reported('2026-11-22T09:45:00Z', ['2026-11-23'])).toBe('- / - / -; 2026-11-24')
  expect(findNextDay('2026-11-23', [session(1, 'Monday', '09:30-10:00', { startDate: '2027-06-01' })], [])).toBeNull()
})

test('a week begins on Monday, even across the end of a year', () => {
  expect(getDaysOfWeek('2027-01-03').slice(0, 2)).toEqual(['2026-12-28', '2026-12-29'])
  expect(getDaysOfWeek('2026-12-28').at(-1)).toBe('2027-01-03')
})
