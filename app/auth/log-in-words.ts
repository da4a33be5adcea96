/** The message of a refused log-in. For 429 and 503 it doesn't suggest checking the credentials, which would not help. */
export function logInRefusal(status: number | 'no connection'): string {
  return `Login failed: ${status}. ${advice.get(status) ?? 'Please check your credentials and try again.'}`
}

const advice = new Map<number | string, string>([
  [429, 'There have been too many tries. Please wait a few minutes and try again.'],
  [503, 'A lot of people are logging in right now. Please wait a few seconds and try again.'],
])
