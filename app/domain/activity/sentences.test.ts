import { expect, test } from 'vitest'
import { splitActivitySentence } from './sentences'

test.each([
  [
    'sent again',
    'newsletter',
    'June news',
    'asked to send the newsletter “June news” again to people it had not reached',
  ],
  ['resumed', 'sending', 'with all that waited', 'turned sending back on, with all that waited'],
  ['unsubscribed', 'subscriber', 'a@example.ie', 'unsubscribed a@example.ie from the newsletter'],
  ['erased', 'subscriber', 'An address that was erased', 'erased a subscriber’s address for good'],
  ['renamed', 'account', 'daniel', 'changed the name of the account daniel'],
  ['moved', 'term', 'May to August, from 2026', 'changed the calendar to show May to August, from 2026'],
  ['deleted', 'resource', 'What {title} and $& mean', 'deleted the resource “What {title} and $& mean”'],
] as const)('%s %s', (action, noun, title, sentence) => {
  const { before, title: shown, after } = splitActivitySentence({ action, noun, title })
  expect(before + shown + after).toBe(sentence)
})
