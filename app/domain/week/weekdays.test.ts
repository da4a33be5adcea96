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
  ['MWF', 'Monday, Wednesday and Friday'],
  ['TTh', 'Tuesday and Thursday'],
  ['MTWTF', 'Monday to Friday'],
  ['M/W', 'Monday and Wednesday'],
  ['M-Th', 'Monday to Thursday'],
  ['Mon Wed Fri', 'Monday, Wednesday and Friday'],
  ['every Monday', 'Monday'],
  ['on Tuesdays and Thursdays', 'Tuesday and Thursday'],
  ['Dé Luain', 'Monday'],
  ['Dé hAoine', 'Friday'],
  ['Déardaoin', 'Thursday'],
  ['Montag bis Freitag', 'Monday to Friday'],
  ['Di, Do', 'Tuesday and Thursday'],
  ['ŚRODA', 'Wednesday'],
  ['pon. i czw.', 'Monday and Thursday'],
  ['mardi et jeudi', 'Tuesday and Thursday'],
  ['Mer', 'Wednesday'],
])('%j is %s', (text, expected) => {
  expect(formatWeekdays(parseWeekdays(text) ?? [])).toBe(expected)
})

test.each([
  '',
  'someday',
  'T',
  'Friday to Monday',
  'Monday to',
  'Mon,,Tue',
  'Monday 9:30',
  'Mon-Tue-Wed',
  'WM',
  'MS',
  'every week',
])('%j is no day', (text) => {
  expect(parseWeekdays(text)).toBeNull()
})
