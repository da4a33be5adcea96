import { expect, test } from 'vitest'
import { logInFailure } from './log-in-words'

test.each([
  [{ status: 401, message: 'Login failed: 401.' }, 'Login failed: 401. Please check your credentials and try again.'],
  [{ status: 503, message: 'Busy.' }, /^Login failed: 503\. A lot of people are logging in/],
  [
    { status: 507, message: 'Full.' },
    'Login failed: 507. The website has no room left. Please tell whoever looks after it.',
  ],
  [{ status: 503 }, 'Login failed: 503. The website is not answering just now. Please try again.'],
  [{ status: 'no connection' }, 'Login failed: no connection. There is no connection just now. Please try again.'],
] as const)('a log-in that failed (%j) is told as what it is', (failed, words) => {
  expect(logInFailure(failed)).toMatch(words)
})
