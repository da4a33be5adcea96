import type { MarkdownIt, Token } from 'markdown-it'
import { reader } from '~/domain/markdown.server'
import type { Row } from '~db/schema'
import type { Block, Words } from './blocks'

/** Markdown of headings, lists, bold words and links, with line breaks: all other characters stay what they are. */
const markdown = reader(['heading', 'list', 'emphasis', 'link', 'newline', 'linkify'])
const plain = reader(['newline', 'linkify'])

/** A line with nothing but a picture's place. */
const PLACE = /^[^\S\r\n\u2028\u2029]*\[picture (\d{1,3})\][^\S\r\n\u2028\u2029]*$/gim

type Written = Pick<Row<'newsletters'>, 'content' | 'format'>

/** A newsletter's text in parts. The place of a picture that is not among `pictures`, by number, stays the text it is. */
export function blocksOf({ content, format }: Written, pictures: readonly number[] = []): Block[] {
  if (format === 'plain') return inBlocks(plain, content)
  const blocks: Block[] = []
  let from = 0
  for (const { 0: line, 1: digits, index } of content.matchAll(PLACE)) {
    const number = Number(digits)
    if (!pictures.includes(number)) continue
    blocks.push(...inBlocks(markdown, content.slice(from, index)), { is: 'picture', number })
    from = index + line.length
  }
  return withDepths([...blocks, ...inBlocks(markdown, content.slice(from))])
}

/** The numbers that have a place in a text although there is no such picture. */
export function missingPictures({ content, format }: Written, pictures: readonly number[]): number[] {
  if (format === 'plain') return []
  const placed = [...content.matchAll(PLACE)].map(([, digits]) => Number(digits))
  return [...new Set(placed)].filter((number) => !pictures.includes(number))
}

function withDepths(blocks: Block[]): Block[] {
  const used = [...new Set(blocks.flatMap((block) => (block.is === 'heading' ? [block.depth] : [])))].sort()
  return blocks.map((block) => (block.is === 'heading' ? { ...block, depth: used.indexOf(block.depth) } : block))
}

function inBlocks(reader: MarkdownIt, text: string): Block[] {
  const blocks: Block[] = []
  const open: Block[][] = [blocks]
  const into = () => open.at(-1) as Block[]
  for (const token of reader.parse(text, {})) {
    if (token.type === 'inline') addWords(into(), wordsOf(token.children ?? []))
    if (token.type === 'heading_open') into().push({ is: 'heading', depth: Number(token.tag.slice(1)), words: [] })
    if (token.type === 'paragraph_open') into().push({ is: 'paragraph', words: [] })
    if (/^(bullet|ordered)_list_open$/.test(token.type)) {
      const first = token.type === 'bullet_list_open' ? null : Number(token.attrGet('start') ?? 1)
      into().push({ is: 'list', first, items: [] })
    }
    if (token.type === 'list_item_open') {
      const list = into().at(-1)
      const item: Block[] = []
      if (list?.is === 'list') list.items.push(item)
      open.push(item)
    }
    if (token.type === 'list_item_close') open.pop()
  }
  return blocks
}

function addWords(blocks: Block[], words: Words): void {
  const last = blocks.at(-1)
  if (last && 'words' in last) last.words = words
}

function wordsOf(tokens: Token[]): Words {
  const words: Words = []
  const open = [words]
  for (const token of tokens) {
    const into = open.at(-1) as Words
    // Italics and underscores are the characters they are written with.
    const isBold = token.tag === 'strong' && token.markup === '**'
    if (token.type === 'softbreak' || token.type === 'hardbreak') into.push({ is: 'break' })
    else if (token.type === 'link_open' || (isBold && token.nesting === 1)) {
      const inside: Words = []
      into.push(
        isBold ? { is: 'bold', words: inside } : { is: 'link', url: String(token.attrGet('href')), words: inside },
      )
      open.push(inside)
    } else if (token.type === 'link_close' || (isBold && token.nesting === -1)) open.pop()
    else addText(into, token.type === 'text' ? token.content : token.markup)
  }
  return words
}

function addText(words: Words, text: string): void {
  if (typeof words.at(-1) === 'string') words[words.length - 1] += text
  else if (text) words.push(text)
}
