import { BODY_TOO_LARGE } from '~/domain/refused'
import type { FailureStatus, RequestFailure } from '~/ui/browser/request-failure'

/** A form's error message: a fixed text, or a function of the status and the server's message. The title is 'Error' by default. */
export type FailureMessage =
  | string
  | { title?: string; text: string | ((status: FailureStatus, message?: string) => string) }

export function getFailureMessage(failure: FailureMessage, { status, message }: RequestFailure) {
  const { title = 'Error', text } = typeof failure === 'string' ? { text: failure } : failure
  return { title, text: typeof text === 'string' ? text : text(status, message) }
}

export const uploadFailure: FailureMessage = {
  title: 'Upload failed',
  text: (status, message) => `Failed to upload file: ${message ?? status}`,
}

export const signUpFailure: FailureMessage = {
  title: 'Subscription failed',
  text: (_, message) => message ?? 'Failed to subscribe',
}

const NOT_ANSWERING = 'The website is not available at the moment.'
const advice = new Map<FailureStatus, string>([
  ['no connection', 'There is no connection at the moment.'],
  ['no answer', 'The website is not responding.'],
  [404, 'Someone may have deleted it.'],
  [413, BODY_TOO_LARGE],
  [502, NOT_ANSWERING],
  [503, NOT_ANSWERING],
  [504, NOT_ANSWERING],
])

/** Returns why it failed: the server's message, otherwise ours for the status, if any. */
export function getFailureReason({ status, message }: RequestFailure): string | undefined {
  return message ?? advice.get(status)
}

/**
 * Returns what to do: the reason unless in `shownText`, the `preservedNote`, and 'Try again' unless the reason says when, or the record is
 * gone or in a state that refuses it.
 */
export function getFailureAdvice(failed: RequestFailure, preservedNote?: string, shownText = ''): string {
  const reason = getFailureReason(failed) ?? ''
  const isFinal = failed.status === 404 || failed.status === 409 || /try again/i.test(reason)
  const again = isFinal ? '' : preservedNote ? 'Try again.' : 'Please try again.'
  return [shownText.includes(reason) ? '' : reason, preservedNote, again].filter(Boolean).join(' ')
}
