import { expect, test } from 'vitest'
import { months } from '~db/choices'
import { formatIsoDay, formatLongDate, getToday, parseDay } from './days'
import { addTerms, formatTerm, getMonthsOfTerm, getTermOfDay, getWeeksOfMonth, isInTerm, parseTerm } from './term'

test('days are read from date fields and from people’s typing, and only if they exist', () => {
  const fourteenth = ['2025-10-14', '14/10/2025', '14.10.2025', ' 14/10/2025 ', '14-10-25', '14 October 2025']
  const inWords = ['14th  october, 2025', 'Tuesday, 14 October 2025', 'tues 14 Oct. 2025', '14th of October 2025']
  for (const text of [...fourteenth, ...inWords, 'October 14, 2025'])
    expect(parseDay(text), text).toEqual({ day: 14, month: 'October', year: 2025 })
  expect(parseDay('1/9/2026')).toEqual({ day: 1, month: 'September', year: 2026 })
  expect(parseDay('1 Sept 2026')).toEqual({ day: 1, month: 'September', year: 2026 })
  expect(parseDay('1.4.1998')).toEqual({ day: 1, month: 'April', year: 1998 })
  const noDays = [
    '',
    '2025-02-30',
    '2025-00-10',
    '30/2/2025',
    '14/13/2025',
    '2025-10-14T00:00',
    '0001-01-01',
    '1/9/0026',
  ]
  const noWords = ['1 Sep', '1 Octember 2026', '31 June 2026', '1 constructor 2026', `1${' '.repeat(40_000)}June 2026`]
  for (const text of [...noDays, ...noWords, '<script>']) expect(parseDay(text), text).toBeNull()
})

test('a day in long form and in addresses; today is Dublin’s, even after midnight in summer time', () => {
  const day = { day: 1, month: 'March', year: 2026 } as const
  expect(formatLongDate(day)).toBe('Sunday, 1 March 2026')
  expect(formatIsoDay(day)).toBe('2026-03-01')
  expect(formatIsoDay(getToday(new Date('2025-07-01T23:30:00Z')))).toBe('2025-07-02')
  expect(formatIsoDay(getToday(new Date('2025-12-01T23:30:00Z')))).toBe('2025-12-01')
})

test('a term is the four months that a day is in', () => {
  const autumn = { month: 'September', year: 2025 } as const
  const listed = getMonthsOfTerm(autumn).map(({ month, year }) => `${month} ${year}`)
  expect(listed.join(', ')).toBe('September 2025, October 2025, November 2025, December 2025')
  expect(formatTerm(autumn)).toBe('September to December')
  expect(months.map((month) => formatTerm(getTermOfDay({ month, year: 2026 })))).toEqual(
    ['January to April', 'May to August', 'September to December'].flatMap((term) => Array(4).fill(term)),
  )
  expect(addTerms(autumn, 1)).toEqual({ month: 'January', year: 2026 })
  expect(addTerms(autumn, -2)).toEqual({ month: 'January', year: 2025 })
  expect(isInTerm({ month: 'December', year: 2025 }, autumn)).toBe(true)
  expect(isInTerm({ month: 'December', year: 2024 }, autumn)).toBe(false)
  expect(isInTerm({ month: 'January', year: 2026 }, autumn)).toBe(false)
  expect(parseTerm('2025-11')).toEqual(autumn)
  for (const odd of ['', '2025-13', '1999-12', '2101-01', 'x', '../..', '2025-9'])
    expect(parseTerm(odd), odd).toBeNull()
})

test('a month’s weeks begin on Monday and hold each of its days once', () => {
  const weeks = getWeeksOfMonth({ month: 'November', year: 2025 })
  expect(weeks.map((week) => week.map((day) => day?.day ?? 0))).toEqual([
    [0, 0, 0, 0, 0, 1, 2],
    [3, 4, 5, 6, 7, 8, 9],
    [10, 11, 12, 13, 14, 15, 16],
    [17, 18, 19, 20, 21, 22, 23],
    [24, 25, 26, 27, 28, 29, 30],
  ])
  expect(getWeeksOfMonth({ month: 'February', year: 2027 })).toHaveLength(4)
})
