import { expect, test } from 'vitest'
import { getEasyReadAdvice, getReadingAdvice, splitSentences } from './reading.server'
import { renderMarkdown } from './rich-text.server'

const adviceOn = (typed: string) => getReadingAdvice(renderMarkdown(typed))

test('a plain text needs no advice', () => {
  expect(adviceOn('We are open on **Monday**. Come at ten. Bring your lunch with you.\n\n- QQI\n- HSE')).toEqual([])
  expect(adviceOn('')).toEqual([])
  expect(adviceOn('Administrative considerations')).toEqual([])
})

test.each([
  [
    'Participation necessitates preliminary registration. Administrative considerations predominate. Organisational difficulties proliferate.',
    'Reading level: age 18 or older.',
  ],
  [
    `We ${'walk and '.repeat(20)}rest.`,
    'One sentence has 42 words. Two would be easier: “We walk and walk and walk …”',
  ],
  [
    'Ring us. [Click here](https://example.ie).',
    'The text of a link should say where it leads. “Click here” does not.',
  ],
  ['Please read this, it is IMPORTANT.', 'Words in capitals are hard to read: “IMPORTANT”.'],
])('the advice about ‘%s’', (typed, advice) => {
  expect(adviceOn(typed).join(' ')).toContain(advice)
})

test('Easy Read is limited to twelve words a sentence and grade 4', () => {
  expect(
    getEasyReadAdvice('You can ring us.\nYou can visit us.\nWe have tea with you and show you the garden.'),
  ).toEqual([])
  expect(getEasyReadAdvice(`We ${'walk and '.repeat(6)}rest.`).join()).toContain('One sentence has 14 words.')
  const hard = 'Everybody prepares dinner. Students develop abilities. Families enjoy concerts.'
  expect(getEasyReadAdvice(hard).join()).toContain('Reading level:')
})

test('a sentence does not end within an address', () => {
  const text = 'Write to https://a.ie/list?day=1&x=Yes!Now or a.ie/B.html?c today. Bring lunch!'
  expect(splitSentences(text)).toEqual([text.slice(0, -13), 'Bring lunch!'])
})
