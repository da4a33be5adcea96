import type { StateCore, Token } from 'markdown-it'
import { links, toHref } from '~/domain/links.server'
import { createMarkdownReader } from '~/domain/markdown.server'
import type { InlineText, TextBlock } from './blocks'

const reader = createMarkdownReader(toHref)
reader.core.ruler.after('block', 'indentation', preserveIndentation)

/** A line with only a picture's mark. */
const PICTURE_LINE = /^[^\S\r\n\u2028\u2029]*\[picture (\d{1,3})\][^\S\r\n\u2028\u2029]*$/gim

interface TextWithContent {
  content: string
}

/** Parses a newsletter's text into blocks. A mark stays text unless its number is in `pictures`. */
export function parseNewsletter({ content }: TextWithContent, pictures: readonly number[] = []): TextBlock[] {
  const blocks: TextBlock[] = []
  let from = 0
  for (const { 0: line, 1: digits, index } of content.matchAll(PICTURE_LINE)) {
    const number = Number(digits)
    if (!pictures.includes(number)) continue
    blocks.push(...parseMarkdown(content.slice(from, index), { isAfterPicture: from > 0, isBeforePicture: true }))
    blocks.push({ is: 'picture', number })
    from = index + line.length
  }
  return normalizeHeadingDepths([...blocks, ...parseMarkdown(content.slice(from), { isAfterPicture: from > 0 })])
}

/** Parses text that is not Markdown, such as an enquiry, into paragraphs with line breaks and links. */
export function parsePlainText(text: string): TextBlock[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.split('\n').filter((line) => line.trim()))
    .filter((lines) => lines.length > 0)
    .map((lines) => {
      const words = lines.flatMap(
        (line, index): InlineText => [...(index > 0 ? [{ is: 'break' } as const] : []), ...linkAddresses(line)],
      )
      return { is: 'paragraph', words }
    })
}

function linkAddresses(line: string): InlineText {
  const words: InlineText = []
  let from = 0
  for (const { index, lastIndex, url } of links.match(line) ?? []) {
    addText(words, line.slice(from, index))
    words.push({ is: 'link', url, words: [line.slice(index, lastIndex)] })
    from = lastIndex
  }
  addText(words, line.slice(from))
  return words
}

/** The numbers of pictures that the text refers to, but that do not exist. */
export function findMissingPictures({ content }: TextWithContent, pictures: readonly number[]): number[] {
  const placed = [...content.matchAll(PICTURE_LINE)].map(([, digits]) => Number(digits))
  return [...new Set(placed)].filter((number) => !pictures.includes(number))
}

function normalizeHeadingDepths(blocks: TextBlock[]): TextBlock[] {
  const used = [...new Set(blocks.flatMap((block) => (block.is === 'heading' ? [block.depth] : [])))].sort()
  return blocks.map((block) => (block.is === 'heading' ? { ...block, depth: used.indexOf(block.depth) } : block))
}

const INDENTATION = /^[ \t]+/

/** Restores the indentation of paragraphs, which Markdown drops. */
function preserveIndentation({ src, tokens }: StateCore): void {
  const lines = src.split('\n')
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'inline' || token.level !== 1 || tokens[index - 1]?.type !== 'paragraph_open' || !token.map)
      continue
    const spaces = (indentation: string) => '\u00a0'.repeat(indentation.replaceAll('\t', '    ').length)
    token.content = lines
      .slice(...token.map)
      .map((line) => line.trimEnd().replace(INDENTATION, spaces))
      .join('\n')
  }
}

/** How many empty lines are directly before each line, and before the end. */
function countEmptyLines(text: string): number[] {
  const counts = [0]
  for (const line of text.split(/\r\n?|\n/)) counts.push(line.trim() ? 0 : (counts.at(-1) ?? 0) + 1)
  return counts
}

/** The part of a newsletter next to pictures: its first or last line is the rest of a picture's. */
interface PartOptions {
  isAfterPicture?: boolean
  isBeforePicture?: boolean
}

function parseMarkdown(text: string, { isAfterPicture = false, isBeforePicture = false }: PartOptions): TextBlock[] {
  const emptyLines = countEmptyLines(text)
  const blocks: TextBlock[] = []
  const open: TextBlock[][] = [blocks]
  const getCurrent = () => open.at(-1) as TextBlock[]
  const pushSpace = (into: TextBlock[], lines: number) => lines > 0 && into.push({ is: 'space', lines })
  /** Adds a block after the empty lines before it. */
  const push = (block: TextBlock, token: Token) => {
    const current = getCurrent()
    const lines = emptyLines[token.map?.[0] ?? 0] ?? 0
    if (open.length > 1) pushSpace(current, current.length > 0 ? lines : 0)
    else if (current.length > 0) pushSpace(current, lines - 1)
    else if (isAfterPicture) pushSpace(current, lines - 2)
    current.push(block)
  }
  for (const token of reader.parse(text, {})) {
    if (token.type === 'inline') setLastText(getCurrent(), parseInline(token.children ?? []))
    if (token.type === 'heading_open') push({ is: 'heading', depth: Number(token.tag.slice(1)), words: [] }, token)
    if (token.type === 'paragraph_open') push({ is: 'paragraph', words: [] }, token)
    if (/^(bullet|ordered)_list_open$/.test(token.type)) {
      const first = token.type === 'bullet_list_open' ? null : Number(token.attrGet('start') ?? 1)
      push({ is: 'list', first, items: [] }, token)
    }
    if (token.type === 'list_item_open') {
      const list = getCurrent().at(-1)
      const item: TextBlock[] = []
      if (list?.is === 'list') {
        const last = list.items.at(-1)
        if (last) pushSpace(last, emptyLines[token.map?.[0] ?? 0] ?? 0)
        list.items.push(item)
      }
      open.push(item)
    }
    if (token.type === 'list_item_close') open.pop()
  }
  const end = emptyLines.at(-1) ?? 0
  if (isBeforePicture && blocks.length > 0) pushSpace(blocks, end - 2)
  else if (isBeforePicture && isAfterPicture) pushSpace(blocks, end - 3)
  return blocks
}

function setLastText(blocks: TextBlock[], words: InlineText): void {
  const last = blocks.at(-1)
  if (last && 'words' in last) last.words = words
}

function parseInline(tokens: Token[]): InlineText {
  const words: InlineText = []
  const open = [words]
  for (const token of tokens) {
    const into = open.at(-1) as InlineText
    // Only ** is formatting: other marks stay as typed.
    const isBold = token.tag === 'strong' && token.markup === '**'
    if (token.type === 'softbreak' || token.type === 'hardbreak') into.push({ is: 'break' })
    else if (token.type === 'link_open' || (isBold && token.nesting === 1)) {
      const inside: InlineText = []
      into.push(
        isBold ? { is: 'bold', words: inside } : { is: 'link', url: String(token.attrGet('href')), words: inside },
      )
      open.push(inside)
    } else if (token.type === 'link_close' || (isBold && token.nesting === -1)) open.pop()
    else addText(into, token.type === 'text' ? token.content : token.markup)
  }
  return words
}

function addText(words: InlineText, text: string): void {
  if (typeof words.at(-1) === 'string') words[words.length - 1] += text
  else if (text) words.push(text)
}
