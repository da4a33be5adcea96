import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findExpiredBackups, formatLocalTime, isDue } from './schedule'

const at = (moment: string) => new Date(moment)
const HOUR = 3_600_000
const DAY = 24 * HOUR

beforeEach(() => void vi.stubEnv('TZ', ''))

describe('a daily backup is due', () => {
  test.each([
    ['when its time has come since the last one', '2026-11-21T03:00:05Z', '2026-11-22T03:00:00Z', true],
    ['not before its time', '2026-11-21T03:00:05Z', '2026-11-22T02:59:59Z', false],
    ['not twice', '2026-11-22T03:00:00Z', '2026-11-22T23:59:59Z', false],
    ['not after one made by hand after that time', '2026-11-22T09:00:00Z', '2026-11-22T10:00:00Z', false],
    ['at the start, if the machine was off at that time', '2026-11-20T03:00:00Z', '2026-11-22T09:00:00Z', true],
    ['before its time, if yesterday’s was missed', '2026-11-20T03:00:00Z', '2026-11-22T01:00:00Z', true],
    ['in Dublin time, an hour ahead in summer', '2026-07-01T02:00:00Z', '2026-07-02T02:00:00Z', true],
    ['not in UTC in summer', '2026-07-01T02:00:00Z', '2026-07-02T01:59:00Z', false],
  ])('%s', (_words, last, now, due) => {
    expect(isDue('03:00', at(last), at(now))).toBe(due)
  })
})

describe('of a year of daily backups', () => {
  const now = at('2026-11-22T03:00:00Z')
  const year = Array.from({ length: 365 }, (_, back) => new Date(now.getTime() - back * DAY))
  const days = (moments: Date[]) => moments.map((moment) => moment.toISOString().slice(0, 10))
  const made = (moments: Date[], isWhole = true) => moments.map((madeAt) => ({ madeAt, isWhole }))
  /** The backups left once no more expire, and how many were removed at a time. */
  function listRemaining(backups: { madeAt: Date; isWhole: boolean }[], when = now) {
    const went: number[] = []
    let there = backups
    for (let gone = findExpiredBackups(there, when); gone.length > 0; gone = findExpiredBackups(there, when)) {
      went.push(gone.length)
      there = there.filter(({ madeAt }) => !gone.includes(madeAt))
    }
    return { days: days(there.map(({ madeAt }) => madeAt)), went }
  }

  test('14 days are preserved, and the first of each of 6 months; the others are removed two at a time, oldest first', () => {
    const { days: stored, went } = listRemaining(made(year))
    expect(stored.slice(0, 15)).toEqual(days(year.slice(0, 15)))
    expect(stored.slice(15)).toEqual([
      '2026-11-01',
      '2026-10-01',
      '2026-09-01',
      '2026-08-01',
      '2026-07-01',
      '2026-06-01',
    ])
    expect([Math.max(...went), went.length]).toEqual([2, (365 - 21) / 2])
    expect(days(findExpiredBackups(made(year), now))).toEqual(days(year.slice(-2).reverse()))
  })

  test('the newest three are preserved however old, and none is removed while they or now are more than 14 days apart', () => {
    const four = ['2024-02-01', '2024-02-02', '2024-02-03', '2024-02-04'].map((day) => at(`${day}T03:00:00Z`))
    expect(findExpiredBackups(made(four), at('2024-02-18T03:00:00Z'))).toEqual([])
    expect(days(findExpiredBackups(made([at('2023-05-05T03:00:00Z'), ...four]), at('2024-02-18T03:00:00Z')))).toEqual([
      '2023-05-05',
    ])
    expect(findExpiredBackups(made([at('2023-05-05T03:00:00Z'), ...four]), at('2024-02-19T03:00:00Z'))).toEqual([])
    // After a clock leap the next ones seem to be a year later.
    for (const later of [1, 2])
      expect(
        findExpiredBackups(
          made([...year, ...Array.from({ length: later }, (_, day) => at(`2027-11-2${day}T03:00:00Z`))]),
          at('2027-11-22T03:00:00Z'),
        ),
      ).toEqual([])
  })

  test('an incomplete one never replaces a complete one, and expires itself', () => {
    const lacking = year.slice(0, 20)
    const whole = year.slice(20, 60)
    expect(findExpiredBackups([...made(lacking, false), ...made(whole)], now).map(Number)).not.toContain(
      Number(whole[0]),
    )
    expect(listRemaining([...made(lacking, false), ...made(whole)]).days).toEqual(
      days([...year.slice(0, 15), ...whole]),
    )
    const mended = [...made(year.slice(0, 16)), ...made(year.slice(16, 20), false), ...made(year.slice(20))]
    expect(listRemaining(mended).days).toEqual(listRemaining(made(year)).days)
  })

  test('one dated ahead is ignored and never removed', () => {
    const ahead = Array.from({ length: 4 }, (_, day) => at(`2027-11-2${day}T03:00:00Z`))
    expect(listRemaining([...made(ahead), ...made(year)]).days).toEqual([
      ...days(ahead),
      ...listRemaining(made(year)).days,
    ])
    expect(findExpiredBackups(made([...ahead, ...year.slice(0, 3), ...year.slice(23, 26)]), now)).toHaveLength(2)
    expect(findExpiredBackups(made([...ahead, ...year.slice(0, 2), year[14]!]), now)).toEqual([])
  })
})

describe('a leap year, checked every half hour', () => {
  test.each([
    ['Europe/Dublin', '23:30'],
    // An hour that a change of the clock skips or repeats.
    ['Europe/Dublin', '01:30'],
    ['America/Los_Angeles', '01:30'],
    ['Australia/Lord_Howe', '01:30'],
  ])('in %s with BACKUP_AT=%s has one backup a day, and the promised ones are preserved', (zone, hour) => {
    vi.stubEnv('TZ', zone)
    const dayIn = (moment: Date) => formatLocalTime(moment).slice(0, 10)
    const made = new Map<string, number>()
    let there: { madeAt: Date; isWhole: boolean }[] = []
    let last = at('2027-12-30T12:00:00Z')
    const stored = new Map<string, string[]>()
    for (
      let now = at('2027-12-31T12:00:00Z');
      now < at('2029-01-02T12:00:00Z');
      now = new Date(now.getTime() + 1_800_000)
    ) {
      if (!isDue(hour, last, now)) continue
      last = now
      made.set(dayIn(now), (made.get(dayIn(now)) ?? 0) + 1)
      there.push({ madeAt: now, isWhole: true })
      const gone = findExpiredBackups(there, now)
      there = there.filter(({ madeAt }) => !gone.includes(madeAt))
      stored.set(
        dayIn(now),
        there.map(({ madeAt }) => dayIn(madeAt)),
      )
    }
    const year = Array.from({ length: 366 }, (_, day) =>
      new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10),
    )
    expect(year.filter((day) => made.get(day) !== 1).map((day) => `${day}: ${made.get(day) ?? 0}`)).toEqual([])
    for (const [index, day] of year.entries()) {
      if (index < 15) continue
      const daily = year.slice(index - 14, index + 1)
      const months = Array.from({ length: 6 }, (_, back) =>
        new Date(Date.UTC(2028, Number(day.slice(5, 7)) - 1 - back)).toISOString().slice(0, 10),
      ).filter((first) => first >= '2028-01-01')
      const promised = [...new Set([...months, ...daily])].sort()
      expect(
        stored.get(day)?.filter((one) => one >= '2028-01-01'),
        day,
      ).toEqual(promised)
    }
  })
})
