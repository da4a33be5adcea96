import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clockAt, isDue, pastTerm } from './clock'

const at = (moment: string) => new Date(moment)
const HOUR = 3_600_000
const DAY = 24 * HOUR

beforeEach(() => void vi.stubEnv('TZ', ''))
afterEach(() => vi.unstubAllEnvs())

describe('a daily backup is due', () => {
  test.each([
    ['when its hour came since the last one', '2026-11-21T03:00:05Z', '2026-11-22T03:00:00Z', true],
    ['not before its hour', '2026-11-21T03:00:05Z', '2026-11-22T02:59:59Z', false],
    ['not twice', '2026-11-22T03:00:00Z', '2026-11-22T23:59:59Z', false],
    ['not for one made by hand after the hour', '2026-11-22T09:00:00Z', '2026-11-22T10:00:00Z', false],
    ['at the start, when the machine was off at the hour', '2026-11-20T03:00:00Z', '2026-11-22T09:00:00Z', true],
    ['before the hour, when that of yesterday was missed', '2026-11-20T03:00:00Z', '2026-11-22T01:00:00Z', true],
    ['by the clock of Dublin, an hour on in summer', '2026-07-01T02:00:00Z', '2026-07-02T02:00:00Z', true],
    ['not in summer by that of Greenwich', '2026-07-01T02:00:00Z', '2026-07-02T01:59:00Z', false],
  ])('%s', (_words, last, now, due) => {
    expect(isDue('03:00', at(last), at(now))).toBe(due)
  })

  test('once on the day whose hour comes twice, and on the one whose hour never comes', () => {
    for (const [from, days] of [
      ['2026-10-24T12:00:00Z', 2],
      ['2026-03-28T12:00:00Z', 2],
    ] as const) {
      let last = at(from)
      let made = 0
      for (let now = at(from).getTime(); now < at(from).getTime() + days * DAY; now += 60_000)
        if (isDue('01:30', last, new Date(now))) {
          last = new Date(now)
          made++
        }
      expect(made).toBe(days)
    }
  })

  test('by the zone that TZ names', () => {
    vi.stubEnv('TZ', 'America/New_York')
    expect(clockAt(at('2026-11-22T08:00:00Z'))).toBe('2026-11-22 03:00')
    expect(isDue('03:00', at('2026-11-21T08:00:00Z'), at('2026-11-22T07:59:00Z'))).toBe(false)
    expect(isDue('03:00', at('2026-11-21T08:00:00Z'), at('2026-11-22T08:00:00Z'))).toBe(true)
  })
})

describe('of a year of daily backups', () => {
  const now = at('2026-11-22T03:00:00Z')
  const year = Array.from({ length: 365 }, (_, back) => new Date(at('2026-11-22T03:00:00Z').getTime() - back * DAY))
  const keptOf = (moments: Date[]) => {
    const gone = new Set(pastTerm(moments, now).map(Number))
    return moments.filter((moment) => !gone.has(moment.getTime())).map((moment) => moment.toISOString().slice(0, 10))
  }

  test('14 days are kept, and the first of each of 6 months', () => {
    const kept = keptOf(year)
    expect(kept.slice(0, 15)).toEqual(year.slice(0, 15).map((moment) => moment.toISOString().slice(0, 10)))
    expect(kept.slice(15)).toEqual(['2026-11-01', '2026-10-01', '2026-09-01', '2026-08-01', '2026-07-01', '2026-06-01'])
  })

  test('the same are kept when each day those past their term are removed', () => {
    let there: Date[] = []
    for (const moment of [...year].reverse()) {
      there.push(moment)
      const gone = new Set(pastTerm(there, moment))
      there = there.filter((one) => !gone.has(one))
    }
    expect(there.map((moment) => moment.toISOString().slice(0, 10)).reverse()).toEqual(keptOf(year))
  })

  test('the last one is kept, however old', () => {
    expect(keptOf([at('2024-02-03T03:00:00Z'), at('2024-02-02T03:00:00Z')])).toEqual(['2024-02-03'])
  })
})
