import { expect, test } from 'vitest'
import { sentenceOf } from './sentences'

test.each([
  ['sent', 'newsletter', 'June news', 'sent the newsletter “June news”'],
  ['sent again', 'newsletter', 'June news', 'sent the newsletter “June news” again to people it had not reached'],
  ['sent a test', 'newsletter', 'June news', 'sent a test of the newsletter “June news”'],
  ['stopped', 'newsletter', 'June news', 'stopped sending the newsletter “June news”'],
  ['published', 'newsletter', 'June news', 'put the newsletter “June news” on the website'],
  ['took off the website', 'newsletter', 'June news', 'took the newsletter “June news” off the website'],
  [
    'resumed',
    'sending',
    'with everything that was waiting',
    'turned sending back on, with everything that was waiting',
  ],
  ['unsubscribed', 'subscriber', 'a@example.ie', 'unsubscribed a@example.ie from the newsletter'],
  ['re-activated', 'subscriber', 'a@example.ie', 're-activated a@example.ie as a subscriber'],
  ['erased', 'subscriber', 'An address that was erased', 'erased a subscriber’s address for good'],
  ['exported', 'subscribers', 'as a list (12)', 'exported the subscribers as a list (12)'],
  ['imported', 'subscribers', 'from a list (12)', 'imported subscribers from a list (12)'],
  ['answered', 'enquiry', 'Arrange a Visit', 'marked the enquiry “Arrange a Visit” as answered'],
  ['reopened', 'enquiry', 'Other', 'marked the enquiry “Other” as not answered yet'],
  ['marked as real', 'enquiry', 'Other', 'marked the enquiry “Other” as not spam'],
  ['marked as spam', 'enquiry', 'Other', 'marked the enquiry “Other” as spam'],
  ['sent again', 'sending', '12 emails', 'sent what the mail server had refused again, 12 emails'],
  ['sent again', 'enquiry', 'Other', 'sent the enquiry “Other” to the office again'],
  ['added', 'account', 'daniel', 'added the account daniel'],
  ['renamed', 'account', 'daniel', 'changed the name of the account daniel'],
  ['set a password', 'account', 'daniel', 'set a new password for the account daniel'],
  ['ended the sessions', 'account', 'daniel', 'ended all sessions of the account daniel'],
  ['closed', 'account', 'daniel', 'closed the account daniel'],
  ['took out the data', 'account', 'daniel', 'exported the data of the account daniel'],
  ['erased', 'account', 'Erased person', 'erased a person and all their data'],
  ['looked at', 'document', 'Report', 'looked at the document “Report”'],
  ['changed', 'board member', 'Maeve Kelly', 'changed the board member “Maeve Kelly”'],
  ['moved', 'term', 'May to August, from 2026', 'changed the calendar to show May to August, from 2026'],
  ['moved', 'timetable', 'Autumn', 'moved the timetable “Autumn”'],
  ['deleted', 'resource', 'What {title} and $& mean', 'deleted the resource “What {title} and $& mean”'],
] as const)('%s %s', (action, noun, title, sentence) => {
  const { before, title: shown, after } = sentenceOf({ action, noun, title })
  expect(before + shown + after).toBe(sentence)
})
