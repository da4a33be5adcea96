import { expect, test } from 'vitest'
import { describeLength } from './route'

test.each([
  [null, 'All year'],
  [1, '1 week'],
  [16, '16 weeks'],
])('an activity of %j weeks says so on its card', (weeks, words) => {
  expect(describeLength({ weeks })).toBe(words)
})
