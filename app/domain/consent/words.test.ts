import { expect, test } from 'vitest'
import { getReadingGrade, splitSentences, splitWords } from '~/domain/reading.server'
import { SHEET_TEXT, USE_EXPLANATIONS, WITHDRAWN_TEXT } from './words'

// What students read before they decide, and after they change their mind.
const explained = [...SHEET_TEXT.before, ...SHEET_TEXT.after, ...Object.values(USE_EXPLANATIONS)]
test.each([...explained, ...Object.values(WITHDRAWN_TEXT)])('in Easy Read: %s', (text) => {
  for (const sentence of splitSentences(text)) expect(splitWords(sentence).length, sentence).toBeLessThanOrEqual(12)
  expect(getReadingGrade(splitSentences(text))).toBeLessThanOrEqual(4)
})
