import { describe, expect, it } from 'vitest'
import { getEdit, insertLine, type MarkdownMark, type TextEdit, type TextSelection } from './formatting-toolbar'

/** Parses a text with the selection between two bars; one bar is a cursor. */
function parseSelection(text: string): TextSelection {
  const start = text.indexOf('|')
  const last = text.lastIndexOf('|')
  return { text: text.replaceAll('|', ''), start, end: last > start ? last - 1 : start }
}

function applyEdit({ text }: TextSelection, { start, end, words, select: [from, to] }: TextEdit): string {
  const now = text.slice(0, start) + words + text.slice(end)
  return from === to
    ? `${now.slice(0, from)}|${now.slice(from)}`
    : `${now.slice(0, from)}|${now.slice(from, to)}|${now.slice(to)}`
}

const press = (mark: MarkdownMark, text: string) => {
  const selected = parseSelection(text)
  return applyEdit(selected, getEdit(mark, selected))
}

it.each<[MarkdownMark, string, string]>([
  ['bold', 'We |sang| well', 'We |**sang**| well'],
  ['bold', 'We |**sang**| well', 'We |sang| well'],
  ['bold', 'We **|sang|** well', 'We |sang| well'],
  ['bold', 'We | sang | well', 'We | **sang** | well'],
  ['bold', '|a\n\nb|', '|**a**\n\n**b**|'],
  ['bold', 'We |', 'We **|bold words|**'],
  ['heading', 'a\nThe ch|oir\nb', 'a\n|## The choir|\nb'],
  ['heading', '|## The choir', '|The choir|'],
  ['heading', 'a\n|', 'a\n## |Heading|'],
  ['list', 'tea|\n\nca|ke', '|- tea\n\n- cake|'],
  ['list', '|- tea\n- cake|', '|tea\ncake|'],
  ['list', 'a\n|', 'a\n- |'],
  ['link', 'Read |this|.', 'Read [this](|https://|).'],
  ['link', 'See |www.hse.ie|.', 'See [|words|](https://www.hse.ie).'],
  ['link', '|', '[|words|](https://)'],
  ['bold', '|$& $1|', '|**$& $1**|'],
])('%s: %j becomes %j', (mark, before, wanted) => {
  expect(press(mark, before)).toBe(wanted)
})

describe('a picture', () => {
  it.each([
    ['|', '[picture 1]\n|'],
    ['a|b', 'a\n[picture 1]\n|b'],
    ['a\n|\nb', 'a\n[picture 1]\n|b'],
    ['a|', 'a\n[picture 1]\n|'],
  ])('in %j gets its own line', (before, wanted) => {
    const selected = parseSelection(before)
    expect(applyEdit(selected, insertLine(selected, '[picture 1]'))).toBe(wanted)
  })
})
