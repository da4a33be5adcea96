import { describe, expect, it } from 'vitest'
import { summarize, type TextBlock, toPlainText } from './blocks'
import { findMissingPictures, parseNewsletter } from './text.server'

const paragraph = (...words: Extract<TextBlock, { is: 'paragraph' }>['words']): TextBlock => ({
  is: 'paragraph',
  words,
})
const marked = (content: string, pictures: number[] = []) => parseNewsletter({ content }, pictures)
const link = (url: string, ...words: string[]) => ({ is: 'link' as const, url, words })

describe('a newsletter in Markdown', () => {
  it('has headings without gaps, bold text, lists, links and single line breaks', () => {
    const sang = { is: 'bold' as const, words: ['sang'] }
    expect(marked('## Choir\nWe **sang**.\nIt was [good](https://a.ie).\n- tea\n- cake\n\n3. c\n4. d')).toEqual([
      { is: 'heading', depth: 0, words: ['Choir'] },
      paragraph('We ', sang, '.', { is: 'break' }, 'It was ', link('https://a.ie', 'good'), '.'),
      { is: 'list', first: null, items: [[paragraph('tea')], [paragraph('cake')]] },
      { is: 'list', first: 3, items: [[paragraph('c')], [paragraph('d')]] },
    ])
    const depths = marked('#### a\n\n## b\n\n###### c').map((block) => 'depth' in block && block.depth)
    expect(depths).toEqual([1, 0, 2])
  })

  it.each([
    '<b>a</b> &amp; <script>alert(1)</script>',
    '*a* _b_ __c__ ~~d~~ `e`',
    '-----',
    '#choir',
    '#',
    '## #',
    'Bring your lunch <if you can>, <Mary>',
    '\\o/ C:\\news',
    '[a](javascript:alert(1)) [b](data:x) [c](/dashboard)',
    '//a.ie ftp://a.ie 3.pm',
  ])('keeps the characters of %s', (text) => {
    expect(marked(text)).toEqual([paragraph(text)])
  })

  it('keeps empty lines, and the spaces and numbers at the start of lines', () => {
    const poem = 'The river\n    goes by,\n\n\n\n  and we\n\n## So'
    const [first, space, second, heading] = marked(poem)
    expect(first).toEqual(paragraph('The river', { is: 'break' }, '\u00a0\u00a0\u00a0\u00a0goes by,'))
    expect(space).toEqual({ is: 'space', lines: 2 })
    expect(second).toEqual(paragraph('\u00a0\u00a0and we'))
    expect(heading).toMatchObject({ is: 'heading', words: ['So'] })
    expect(toPlainText(marked(poem)).replaceAll('\u00a0', ' ')).toBe(poem.replace('## ', ''))
    expect(toPlainText(marked('14. December\n2026. Good'))).toBe('14. December\n\n2026. Good')
  })

  it.each([
    ['empty lines before a list', 'First line\n\n\n\n\n- one\n- two'],
    ['empty lines between items', '- one\n\n- two\n\n\n\n- three'],
    ['empty lines between numbers, in order or not', '1. one\n\n\n2. two\n\n\n\n7. seven'],
    ['empty lines within an item', '- one\n\n\n  more\n\n  - two\n\n\n    even more'],
    ['items within items', '- one\n  - two\n    - three\n  back\n- four'],
    ['empty lines after a list', '- one\n\n\n\nLast line'],
    ['empty lines around a picture', 'First line\n\n\n\n[picture 1]\n\n\n\n[picture 1]\n\n\nLast line'],
    ['empty lines with spaces', 'First line\n \n\t\n   \n- one\n \n- two'],
  ])('keeps %s', (_, typed) => {
    const written = typed.replace(/^[ \t]+$/gm, '')
    expect(toPlainText(marked(typed, [1]), (number) => `[picture ${number}]`)).toBe(written)
  })

  it.each([
    ['4) one\n5) two\na b c', '4. one\n5. two\n\na b c'],
    ['We have\n- tea\n- cake\nand a song\nfor all', 'We have\n\n- tea\n- cake\n\nand a song\nfor all'],
    ['- tea\n  - green\nand cake', '- tea\n  - green\n\nand cake'],
    ['- tea\n  and cake\n    and buns\n- song', '- tea\n  and cake\n  and buns\n- song'],
  ])('ends a list at a line that is neither indented nor an item: %j', (typed, written) => {
    expect(toPlainText(marked(typed))).toBe(written)
  })

  it('shows a character after a backslash as it is, and keeps a line below the text above it', () => {
    expect(toPlainText(marked('\\- a\n\\# b \\**c\\** \\[d](e)'))).toBe('- a\n# b **c** [d](e)')
    expect(toPlainText(marked('a\n===\nb\n---'))).toBe('a\n===\nb\n---')
    expect(marked('a\n===')[0]?.is).toBe('paragraph')
  })

  it('links addresses, and adds a missing scheme', () => {
    expect(marked('See www.hse.ie.')).toEqual([paragraph('See ', link('https://www.hse.ie', 'www.hse.ie'), '.')])
    expect(marked('See office@a.ie.')).toEqual([paragraph('See ', link('mailto:office@a.ie', 'office@a.ie'), '.')])
    expect(marked('[a](www.hse.ie/b)')).toEqual([paragraph(link('https://www.hse.ie/b', 'a'))])
    expect(marked('[a](hse.ie)')).toEqual([paragraph(link('https://hse.ie', 'a'))])
    expect(marked('[a]() [b](https://b.ie)')).toEqual([paragraph('a ', link('https://b.ie', 'b'))])
  })

  it('shows a picture where its line is', () => {
    expect(marked('a\n[picture 2]\nb\n\n- c\n [Picture 1] ', [1, 2])).toEqual([
      paragraph('a'),
      { is: 'picture', number: 2 },
      paragraph('b'),
      { is: 'list', first: null, items: [[paragraph('c')]] },
      { is: 'picture', number: 1 },
    ])
    expect(marked('See [picture 1].', [1])).toEqual([paragraph('See [picture 1].')])
  })

  it('keeps the line of a missing picture, and reports it', () => {
    const text = { content: '[picture 9]\n[picture 9]\n[picture 1]' }
    expect(parseNewsletter(text, [1])[0]).toEqual(paragraph('[picture 9]', { is: 'break' }, '[picture 9]'))
    expect(findMissingPictures(text, [1])).toEqual([9])
  })
})

it('as plain text it has its lists, addresses and descriptions of pictures', () => {
  const text = '## A\nb **c** [d](https://a.ie)\n- e\n  f\n\n[picture 1]\n[g@a.ie](mailto:g@a.ie)'
  expect(toPlainText(marked(text, [1]), () => 'Picture')).toBe(
    'A\n\nb c d (https://a.ie)\n\n- e\n  f\n\nPicture\n\ng@a.ie',
  )
})

// Quadratic time would block the server, and exceed this test's time limit, which a slow machine does not.
it.each(['www.', 'https://a.b/', 'a@', '[', '**a ', '*_', '[a](', '<', ' ', '1. '])(
  'the longest text is read, even one of only ‘%s’',
  (token) => {
    const LENGTH = 30_000
    const text = token.repeat(LENGTH / token.length)
    for (const content of [text, `${'www.'.repeat(300)}${text}`.slice(0, LENGTH), `See https://${text}a`])
      expect(toPlainText(marked(content)).length).toBeLessThan(200_000)
  },
  30_000,
)

it('a summary has no greeting, formatting or headings', () => {
  expect(summarize(marked('Dear families and friends,\n\nCHOIR\nWe sang.\nIt was good.'))).toBe('We sang. It was good.')
  expect(summarize(marked('Dear all,\n\n## Choir\nWe **sang**.\n- a'))).toBe('We sang. - a')
  expect(summarize(marked('NEWS'))).toBe('NEWS')
})

it('a summary is cut between words if it is long', () => {
  const summary = summarize(marked('word '.repeat(60)))
  expect(summary).toMatch(/ word…$/)
  expect(summary.length).toBeLessThanOrEqual(160)
})
