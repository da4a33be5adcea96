import { expect, it } from 'vitest'
import { parseLeavingTime } from './schema'

const now = Date.parse('2026-11-22T20:00:00Z')

it.each([
  ['2026-11-22', '20:30', '2026-11-22T20:30:00.000Z'],
  ['22/11/2026', '20:30', '2026-11-22T20:30:00.000Z'],
  ['23 November 2026', '9.05', '2026-11-23T09:05:00.000Z'],
  ['2027-07-01', '09:30', '2027-07-01T08:30:00.000Z'],
  // The clocks go forward on 28 March 2027, from 01:00 to 02:00, and back on 31 October, from 02:00 to 01:00.
  ['2027-03-28', '00:59', '2027-03-28T00:59:00.000Z'],
  ['2027-03-28', '02:00', '2027-03-28T01:00:00.000Z'],
  ['2027-10-31', '01:30', '2027-10-31T00:30:00.000Z'],
  ['2027-10-31', '02:00', '2027-10-31T02:00:00.000Z'],
])('on %s at %s in Dublin is %s', (day, time, moment) => {
  expect(parseLeavingTime(day, time, now)).toEqual({ moment })
})

it.each([
  [null, '20:30', 'day'],
  ['11/23/2026', '20:30', 'day'],
  ['2026-13-01', '20:30', 'day'],
  ['2027-02-30', '20:30', 'day'],
  ['2028-01-01', '20:30', 'day'],
  ['2026-11-23', null, 'time'],
  ['2026-11-23', '25:99', 'time'],
  ['2026-11-23', 'half two', 'time'],
  ['2026-11-22', '20:00', 'time'],
  ['2027-03-28', '01:30', 'time'],
])('on %s at %s it can’t be sent, because of the %3$s', (day, time, field) => {
  expect(parseLeavingTime(day, time, now)).toMatchObject({ field, message: expect.any(String) })
})
