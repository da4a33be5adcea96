import { tooManyTries } from '~/content/help'
import type { Failed } from '~/ui/browser/answered'
import { adviceOn } from '~/ui/forms/failure'

/** The message of a log-in that the server refused. For 429, 503 and 507 it doesn't suggest checking the credentials, which would not help. */
export function logInRefusal(status: number): string {
  return `Login failed: ${status}. ${advice.get(status) ?? 'Please check your credentials and try again.'}`
}

/** The message of a log-in that failed: as above where the server judged it, else what is wrong and that it can be sent again. */
export function logInFailure(failed: Failed): string {
  const { status, message } = failed
  const isJudged = message !== undefined && typeof status === 'number' && status !== 500
  return isJudged ? logInRefusal(status) : `Login failed: ${status}. ${adviceOn(failed)}`
}

const advice = new Map<number, string>([
  [429, tooManyTries],
  [507, 'The website has no room left. Please tell whoever looks after it.'],
  [503, 'The website is busy with something else. Please wait a few seconds and try again.'],
])
