/** The message of a refused log-in. Where checking the credentials would not help it says what would. */
export function logInRefusal(status: number | 'no connection'): string {
  return `Login failed: ${status}. ${advice.get(status) ?? 'Please check your credentials and try again.'}`
}

const advice = new Map<number | string, string>([
  ['no connection', 'There is no connection just now. Please check your internet and try again.'],
  [429, 'There have been too many tries. Please wait a few minutes and try again.'],
  [503, 'A lot of people are logging in right now. Please wait a few seconds and try again.'],
])
