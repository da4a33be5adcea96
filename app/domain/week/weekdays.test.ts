import { expect, test } from 'vitest'
import { formatWeekdays, parseWeekdays } from './weekdays'

test.each([
  ['Tuesday', 'Tuesday'],
  [' tues. ', 'Tuesday'],
  ['Mondays', 'Monday'],
  ['Mon, Wed and Fri', 'Monday, Wednesday and Friday'],
  ['Monday to Friday', 'Monday to Friday'],
  ['Mon-Wed, Friday', 'Monday, Tuesday, Wednesday and Friday'],
  ['every day', 'Monday to Friday'],
  ['Sat & Sun', 'Saturday and Sunday'],
])('%j is %s', (text, expected) => {
  expect(formatWeekdays(parseWeekdays(text) ?? [])).toBe(expected)
})

test.each(['', 'someday', 'T', 'Friday to Monday', 'Monday to', 'Mon,,Tue', 'Monday 9:30', 'Mon-Tue-Wed'])(
  '%j is no day',
  (text) => {
    expect(parseWeekdays(text)).toBeNull()
  },
)
