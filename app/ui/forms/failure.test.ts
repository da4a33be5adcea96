import { expect, test } from 'vitest'
import { adviceOn, type Failure, failureInWords, signUpFailure, uploadFailure } from './failure'

const kept = 'Your words are still here.'

test.each<[Failure, Parameters<typeof failureInWords>[1], string, string]>([
  ['Failed to publish', { status: 500 }, 'Error: Failed to publish', `${kept} Try again.`],
  [
    'Failed to publish',
    { status: 404 },
    'Error: Failed to publish',
    `It may have been deleted in the meantime. ${kept} Try again.`,
  ],
  [
    signUpFailure,
    { status: 429, message: 'Please try again in an hour.' },
    'Subscription failed: Please try again in an hour.',
    kept,
  ],
  [
    uploadFailure,
    { status: 'no connection' },
    'Upload failed: Failed to upload file: no connection',
    `There is no connection just now. ${kept} Try again.`,
  ],
])('%j and %j: what failed, and what to do', (failure, failed, said, advice) => {
  const { title, text } = failureInWords(failure, failed)
  expect(`${title}: ${text}`).toBe(said)
  expect(adviceOn(failed, kept, text)).toBe(advice)
})
