import { tooManyAttemptsMessage } from '~/content/help'
import type { RequestFailure } from '~/ui/browser/request-failure'
import { getFailureAdvice } from '~/ui/forms/failure'

/** The message for a log-in that the server refused. For 429, 503 and 507 checking the credentials would not help. */
export function getLogInRefusalMessage(status: number): string {
  return `Login failed: ${status}. ${adviceByStatus.get(status) ?? 'Please check your credentials and try again.'}`
}

/** The message for a log-in that failed: as above where the server gave a reason, else advice to send it again. */
export function getLogInFailureMessage(failed: RequestFailure): string {
  const { status, message } = failed
  const hasServerReason = message !== undefined && typeof status === 'number' && status !== 500
  return hasServerReason ? getLogInRefusalMessage(status) : `Login failed: ${status}. ${getFailureAdvice(failed)}`
}

const adviceByStatus = new Map<number, string>([
  [429, tooManyAttemptsMessage],
  [507, 'The website has run out of space. Please tell the person who looks after it.'],
  [503, 'The website is busy with something else. Please wait a few seconds and try again.'],
])
