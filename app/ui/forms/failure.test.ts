import { expect, test } from 'vitest'
import { type FailureMessage, getFailureAdvice, getFailureMessage, signUpFailure, uploadFailure } from './failure'

const stored = 'What you typed is still here.'

test.each<[FailureMessage, Parameters<typeof getFailureMessage>[1], string, string]>([
  ['Failed to publish', { status: 500 }, 'Error: Failed to publish', `${stored} Try again.`],
  ['Failed to publish', { status: 404 }, 'Error: Failed to publish', `Someone may have deleted it. ${stored}`],
  [
    'Failed to send',
    { status: 409, message: 'This newsletter is already being sent.' },
    'Error: Failed to send',
    `This newsletter is already being sent. ${stored}`,
  ],
  [
    signUpFailure,
    { status: 429, message: 'Please try again in an hour.' },
    'Subscription failed: Please try again in an hour.',
    stored,
  ],
  [
    uploadFailure,
    { status: 'no connection' },
    'Upload failed: Failed to upload file: no connection',
    `There is no connection at the moment. ${stored} Try again.`,
  ],
])('%j and %j: says what failed and what to do', (failure, failed, said, advice) => {
  const { title, text } = getFailureMessage(failure, failed)
  expect(`${title}: ${text}`).toBe(said)
  expect(getFailureAdvice(failed, stored, text)).toBe(advice)
})
