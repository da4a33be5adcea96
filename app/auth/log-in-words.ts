import { tooManyAttemptsMessage } from '~/content/help'
import type { RequestFailure } from '~/ui/browser/request-failure'
import { getFailureAdvice } from '~/ui/forms/failure'

/** The message of a log-in that the server refused. For 429, 503 and 507 it doesn't suggest checking the credentials, which would not help. */
export function getLogInRefusalMessage(status: number): string {
  return `Login failed: ${status}. ${advice.get(status) ?? 'Please check your credentials and try again.'}`
}

/** The message of a log-in that failed: as above where the server judged it, else what is wrong and that it can be sent again. */
export function getLogInFailureMessage(failed: RequestFailure): string {
  const { status, message } = failed
  const isJudged = message !== undefined && typeof status === 'number' && status !== 500
  return isJudged ? getLogInRefusalMessage(status) : `Login failed: ${status}. ${getFailureAdvice(failed)}`
}

const advice = new Map<number, string>([
  [429, tooManyAttemptsMessage],
  [507, 'The website has no room left. Please tell whoever looks after it.'],
  [503, 'The website is busy with something else. Please wait a few seconds and try again.'],
])
