import { expect, test } from 'vitest'
import { gradeOf, sentencesOf, wordsOf } from '~/domain/reading.server'
import { sheetWords, takenBackWords, useExplained } from './words'

// What students read before they decide, and once they changed their mind.
const explained = [...sheetWords.before, ...sheetWords.after, ...Object.values(useExplained)]
test.each([...explained, ...Object.values(takenBackWords)])('in Easy Read: %s', (text) => {
  for (const sentence of sentencesOf(text)) expect(wordsOf(sentence).length, sentence).toBeLessThanOrEqual(12)
  expect(gradeOf(sentencesOf(text))).toBeLessThanOrEqual(4)
})
