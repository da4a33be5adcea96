import type { Failed, FailedStatus } from '~/ui/browser/answered'

/** What a form says when it was not saved: words, maybe by status or the server's own; 'Error' unless titled. */
export type Failure = string | { title?: string; words: string | ((status: FailedStatus, message?: string) => string) }

/** The title and the words for what failed. */
export function failureInWords(failure: Failure, { status, message }: Failed) {
  const { title = 'Error', words } = typeof failure === 'string' ? { words: failure } : failure
  return { title, text: typeof words === 'string' ? words : words(status, message) }
}

/** What a file's form says when it was not saved. */
export const uploadFailure: Failure = {
  title: 'Upload failed',
  words: (status, message) => `Failed to upload file: ${message ?? status}`,
}

/** What a sign-up for the newsletter says when it was not saved. */
export const signUpFailure: Failure = {
  title: 'Subscription failed',
  words: (_, message) => message ?? 'Failed to subscribe',
}

const NOT_ANSWERING = 'The website is not answering just now.'
const advice = new Map<FailedStatus, string>([
  ['no connection', 'There is no connection just now.'],
  ['no answer', 'No answer came.'],
  [404, 'It may have been deleted in the meantime.'],
  [413, 'That is too large to send. Please choose a smaller file, or send less at a time.'],
  [502, NOT_ANSWERING],
  [503, NOT_ANSWERING],
  [504, NOT_ANSWERING],
])

/** Why it failed: the server's own words, or ours for the status where there are any. */
export function reasonOf({ status, message }: Failed): string | undefined {
  return message ?? advice.get(status)
}

/** What to do: the reason unless `told`, what was `kept`, and to try again unless the reason says when. */
export function adviceOn(failed: Failed, kept?: string, told = ''): string {
  const reason = reasonOf(failed) ?? ''
  const again = /try again/i.test(reason) ? '' : kept ? 'Try again.' : 'Please try again.'
  return [told.includes(reason) ? '' : reason, kept, again].filter(Boolean).join(' ')
}
