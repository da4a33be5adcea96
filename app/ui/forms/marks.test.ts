import { describe, expect, it } from 'vitest'
import { type Edit, editFor, lineAt, type Mark, type Marking, type Selected } from './marks'

/** A text whose selection is between two bars; one bar is a cursor. */
function selectedIn(text: string): Selected {
  const start = text.indexOf('|')
  const last = text.lastIndexOf('|')
  return { text: text.replaceAll('|', ''), start, end: last > start ? last - 1 : start }
}

function after({ text }: Selected, { start, end, words, select: [from, to] }: Edit): string {
  const now = text.slice(0, start) + words + text.slice(end)
  return from === to
    ? `${now.slice(0, from)}|${now.slice(from)}`
    : `${now.slice(0, from)}|${now.slice(from, to)}|${now.slice(to)}`
}

const press = (mark: Mark, marking: Marking, text: string) => {
  const selected = selectedIn(text)
  return after(selected, editFor(mark, marking, selected))
}

describe.each<[Mark, Marking, string, string]>([
  ['bold', 'markdown', 'We |sang| well', 'We |**sang**| well'],
  ['bold', 'markdown', 'We |**sang**| well', 'We |sang| well'],
  ['bold', 'markdown', 'We **|sang|** well', 'We |sang| well'],
  ['bold', 'markdown', 'We | sang | well', 'We | **sang** | well'],
  ['bold', 'markdown', '|a\n\nb|', '|**a**\n\n**b**|'],
  ['bold', 'markdown', 'We |', 'We **|bold words|**'],
  ['bold', 'html', 'We |sang| well', 'We |<strong>sang</strong>| well'],
  ['heading', 'markdown', 'a\nThe ch|oir\nb', 'a\n|## The choir|\nb'],
  ['heading', 'markdown', '|## The choir', '|The choir|'],
  ['heading', 'markdown', 'a\n|', 'a\n## |Heading|'],
  ['heading', 'html', '|The choir|', '|<h2>The choir</h2>|'],
  ['heading', 'html', '<h2>The |choir</h2>', '|The choir|'],
  ['list', 'markdown', 'tea|\n\nca|ke', '|- tea\n\n- cake|'],
  ['list', 'markdown', '|- tea\n- cake|', '|tea\ncake|'],
  ['list', 'markdown', 'a\n|', 'a\n- |'],
  ['list', 'html', '|tea|', '|- tea|'],
  ['link', 'markdown', 'Read |this|.', 'Read [this](|https://|).'],
  ['link', 'markdown', 'See |www.hse.ie|.', 'See [|words|](https://www.hse.ie).'],
  ['link', 'markdown', '|', '[|words|](https://)'],
  ['link', 'html', 'Read |this|.', 'Read <a href="|https://|">this</a>.'],
  ['link', 'html', '|https://words.ie|', '<a href="https://words.ie">|words|</a>'],
  ['bold', 'markdown', '|$& $1|', '|**$& $1**|'],
])('%s in %s', (mark, marking, before, wanted) => {
  it(`${JSON.stringify(before)} becomes ${JSON.stringify(wanted)}`, () => {
    expect(press(mark, marking, before)).toBe(wanted)
  })
})

describe('a picture', () => {
  it.each([
    ['|', '[picture 1]\n|'],
    ['a|b', 'a\n[picture 1]\n|b'],
    ['a\n|\nb', 'a\n[picture 1]\n|b'],
    ['a|', 'a\n[picture 1]\n|'],
  ])('in %j stands on a line of its own', (before, wanted) => {
    const selected = selectedIn(before)
    expect(after(selected, lineAt(selected, '[picture 1]'))).toBe(wanted)
  })
})
