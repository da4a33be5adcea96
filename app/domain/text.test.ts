import { expect, test } from 'vitest'
import { foldForSearch, toOneLine, toPlainLetters } from './text'

test.each([
  ['Paweł', 'pawel'],
  ['Strauß STRAUẞ', 'strauss strauss'],
  ['Işıl İnönü', 'isil inonu'],
  ['Þóra Guðrún', 'thora gudrun'],
  ['ﬁona', 'fiona'],
])('%s is folded to %s', (text, plain) => {
  expect(foldForSearch(text)).toBe(plain)
})

test('all apostrophes are equal, and all dashes', () => {
  for (const sign of ["'", '’', '‘', '‛', '`', '´', 'ʼ\u200b', 'ʻ', '′', '＇'])
    expect(foldForSearch(`O${sign}Shea`)).toBe("o'shea")
  for (const sign of ['-', '‐', '‑', '–', '—', '−', '－']) expect(foldForSearch(`Anne${sign}Marie`)).toBe('anne-marie')
})

const unseen = [
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a'],
  ...['\u202c', '\u202e', '\u2060', '\u2066', '\u2069', '\u3164', '\ufe0e', '\ufe0f', '\ufeff', '\u{e0100}'],
]
test('signs that nobody sees are ignored in searches and not saved, and white space becomes one space', () => {
  for (const sign of unseen) {
    const name = `${sign}Ibra${sign}him${sign} Khan${sign}`
    expect(foldForSearch(name), sign.codePointAt(0)?.toString(16)).toBe('ibrahim khan')
    expect(toOneLine(name)).toBe('Ibrahim Khan')
  }
  for (const space of ['\u00a0', ' \u00a0 ', '\u2003', '\u202f', '\u3000', '\t', '\u200b \u200b ']) {
    expect(foldForSearch(`Ibrahim${space}Khan`)).toBe('ibrahim khan')
    expect(toOneLine(`${space}Ibrahim${space}Khan${space}`)).toBe('Ibrahim Khan')
  }
})

// Without vowel and tone marks, different names would become equal.
test.each([
  ['Олена', 'Олна'],
  ['रमा', 'राम'],
  ['李', '力'],
])('names in other scripts stay different: %s, %s', (one, other) => {
  expect(foldForSearch(one)).not.toBe(foldForSearch(other))
  expect(toOneLine(one)).toBe(one)
})

test.each(['ශ්‍රී', 'می‌خواهم', 'क्‍ष', '❤️ Day', '👩‍🎨 class', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 day', '1️⃣ first', 'Paweł O’Shea', 'Anne–Marie'])(
  'visible characters are saved as typed: %s',
  (text) => {
    expect(toOneLine(text)).toBe(text)
  },
)

test('ASCII-only uses get plain letters, with capitals', () => {
  expect(toPlainLetters('Łódź – Þóra’s Straße.pdf')).toBe("Lodz - Thora's Strasse.pdf")
})
