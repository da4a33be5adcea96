import type { Failed, FailedStatus } from './answered'

/** What a form says when it was not saved: words, which may name the status, under the title 'Error' unless another is given. */
export type Failure = string | { title?: string; words: string | ((status: FailedStatus) => string) }

/** The title and the words for what failed. */
export function failureInWords(failure: Failure, { status }: Failed) {
  const { title = 'Error', words } = typeof failure === 'string' ? { words: failure } : failure
  return { title, text: typeof words === 'string' ? words : words(status) }
}

/** What a file's form says when it was not saved. */
export const uploadFailure: Failure = {
  title: 'Upload failed',
  words: (status) => `Failed to upload file: ${status}`,
}

/** What a sign-up for the newsletter says when it was not saved. */
export const signUpFailure: Failure = { title: 'Subscription failed', words: 'Failed to subscribe' }

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

/** What to do about it: the server's own words or ours for the status, and what was `kept` of what was typed or chosen. */
export function adviceOn(failed: Failed, kept?: string): string {
  return [reasonOf(failed), kept ? `${kept} Try again.` : 'Please try again.'].filter(Boolean).join(' ')
}
