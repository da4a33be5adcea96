import createReader, { type MarkdownIt, type StateBlock, type StateCore } from 'markdown-it'
import { escapeBracketedAddresses } from './angle-brackets.server'
import { links, type toHref } from './links.server'

const { StateInline } = createReader

/** Only these rules apply; other Markdown stays as typed. */
const ENABLED_RULES = ['heading', 'list', 'emphasis', 'link', 'escape', 'newline', 'linkify']

/**
 * Reads Markdown as tutors type it: headings, lists, bold, links and addresses; line breaks stay. `resolveHref` returns the href of
 * a link's address, or null if it is not a link. With `html`, elements and entities count too. Without `linkify`, addresses stay
 * text.
 */
export function createMarkdownReader(resolveHref: typeof toHref, { html = false, linkify = true } = {}): MarkdownIt {
  const options = { breaks: true, linkify, html, maxNesting: 100 }
  const reader = createReader('zero', options).enable([...ENABLED_RULES, ...(html ? ['entity', 'html_inline'] : [])])
  if (html) reader.block.ruler.before('paragraph', 'html_elements', parseHtmlBlock, { alt: ['paragraph', 'list'] })
  reader.block.ruler.before('list', 'bare_marks', parseBareMarks, { alt: ['paragraph', 'list'] })
  reader.block.ruler.before('paragraph', 'list_end', endsList, { alt: ['paragraph'] })
  reader.core.ruler.after('block', 'lists', splitLists)
  reader.core.ruler.after('inline', 'empty_links', dropEmptyLinks)
  reader.core.ruler.after('empty_links', 'picture_links', showPicturesAsLinks)
  reader.inline.State = StateWithOrderedMarks
  const { normalizeLink, normalizeLinkText } = reader
  // markdown-it finds web addresses before it decodes entities.
  const decode = (url: string) => (html ? url.replaceAll('&amp;', '&') : url)
  reader.normalizeLink = (url) => normalizeLink(resolveHref(decode(url)) ?? url)
  reader.normalizeLinkText = (url) => normalizeLinkText(decode(url))
  reader.validateLink = (url) => resolveHref(url) !== null
  // Only ** is bold: italics are hard for our readers, and words like file_name must stay as they are.
  Object.assign(reader.renderer.rules, {
    strong_open: (tokens, index) => (tokens[index]?.markup === '**' ? '<strong>' : '__'),
    strong_close: (tokens, index) => (tokens[index]?.markup === '**' ? '</strong>' : '__'),
    em_open: (tokens, index) => tokens[index]?.markup ?? '',
    em_close: (tokens, index) => tokens[index]?.markup ?? '',
  } satisfies MarkdownIt['renderer']['rules'])
  return Object.assign(reader, { linkify: links })
}

interface Mark {
  start: number
  end: number
}

/** Escaped characters, which are no marks; marks of bold, except between two figures ('2**3'); line ends. */
const MARKS = /\\[\s\S]|(?<!\d)\*{2,}|\*{2,}(?!\d)|\n/g

/** Whether words touch the mark before them, and the one after them. */
const touches = (words: string) => [/^\S/.test(words), /\S$/.test(words)]
const touchesOne = (words: string) => touches(words).includes(true)
const touchesBoth = (words: string) => !touches(words).includes(false)

/**
 * Pairs neighbouring marks of bold, on each line first: all in the order in which they are typed, if words touch a mark of each pair; else
 * first those whose words touch both marks, so that one that is forgotten makes nothing else bold. In the order of CommonMark, the second
 * of '**Note:**bring' is the first of the next pair. Returns which begin, by their places.
 */
function pairMarks(text: string): Map<number, boolean> {
  const begins = new Map<number, boolean>()
  const getWords = (mark: Mark, next: Mark) => text.slice(mark.end, next.start)
  const pair = (marks: Mark[], arePair: (words: string) => boolean) => {
    for (const [index, mark] of marks.entries()) {
      const next = marks[index + 1]
      if (!next || begins.has(mark.start) || begins.has(next.start) || !arePair(getWords(mark, next))) continue
      begins.set(mark.start, true).set(next.start, false)
    }
  }
  const lines: Mark[][] = [[]]
  for (const { 0: found, index } of text.matchAll(MARKS)) {
    if (found === '\n') lines.push([])
    else if (found.startsWith('*')) lines.at(-1)!.push({ start: index, end: index + found.length })
  }
  for (const marks of lines) {
    const areAllPairs =
      marks.length % 2 === 0 &&
      marks.every((mark, index) => index % 2 === 1 || touchesOne(getWords(mark, marks[index + 1]!)))
    if (!areAllPairs) pair(marks, touchesBoth)
    pair(marks, touchesOne)
  }
  const left = lines.flat().filter(({ start }) => !begins.has(start))
  pair(left, touchesBoth)
  return begins
}

/** Takes marks of bold as pairMarks pairs them. */
class StateWithOrderedMarks extends StateInline {
  #begins?: Map<number, boolean>

  override scanDelims(start: number, canSplitWord: boolean) {
    const scanned = super.scanDelims(start, canSplitWord)
    if (!this.src.startsWith('**', start)) return scanned
    this.#begins ??= pairMarks(this.src)
    const isBegin = this.#begins.get(start)
    return { ...scanned, can_open: isBegin === true, can_close: isBegin === false }
  }
}

/** A line with only the marks of a heading, or only marks of lists ('* * *'), is a paragraph. */
function parseBareMarks(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  const line = state.src.slice(state.bMarks[startLine]! + state.tShift[startLine]!, state.eMarks[startLine]).trim()
  if (!/^(?:#{1,6}(?:[ \t]+#+)?|(?:[*+-][ \t]+)+[*+-])$/.test(line)) return false
  if (silent) return true
  const map: [number, number] = [startLine, startLine + 1]
  state.push('paragraph_open', 'p', 1).map = map
  Object.assign(state.push('inline', '', 0), { content: line, map, children: [] })
  state.push('paragraph_close', 'p', -1)
  state.line = startLine + 1
  return true
}

/** Ends a list before a line that is not indented. CommonMark reads it as part of the last item. */
function endsList(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  return silent && state.listIndent >= 0 && state.sCount[line]! <= state.listIndent
}

/** Keeps only the words of links without an address, '[Mary]()', which markdown-it does not validate. */
function dropEmptyLinks({ tokens }: StateCore): void {
  for (const token of tokens) {
    let isEmpty = false
    token.children =
      token.children?.filter((child) => {
        const { type } = child
        if (type === 'link_open') isEmpty = !child.attrGet('href')
        return !isEmpty || (type !== 'link_open' && type !== 'link_close')
      }) ?? null
  }
}

/**
 * Drops the mark of a picture, which is shown as a link: '![photo](https://…)'. After a letter, it ends a sentence. A link without words
 * gets its address as text.
 */
function showPicturesAsLinks({ tokens, Token, md }: StateCore): void {
  for (const token of tokens)
    token.children =
      token.children?.flatMap((child, index, all) => {
        const next = all[index + 1]
        if (child.type === 'text' && next?.type === 'link_open')
          child.content = child.content.replace(/(?<![\p{L}\p{N}])!$/u, '')
        if (child.type !== 'link_open' || next?.type !== 'link_close') return child
        const content = md.normalizeLinkText(String(child.attrGet('href')))
        return [child, Object.assign(new Token('text', '', 0), { content })]
      }) ?? null
}

const BLOCK_START =
  /^<(?:\/?(?:p|h[1-6]|[uo]l|li|blockquote|table|caption|thead|tbody|tr|t[hd]|script|style)[\s/>]|!--)/i
const BLOCK_TAGS =
  /<(\/?)(?:p|h[1-6]|[uo]l|li|blockquote|table|caption|thead|tbody|tr|t[hd]|script|style)(?=[\s/>])|<!--|(-->)/gi

/**
 * Takes HTML from the line that starts a block to the line that ends it. CommonMark ends it at an empty line and reads the rest as
 * Markdown.
 */
function parseHtmlBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const getLine = (line: number) => state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
  if (!BLOCK_START.test(getLine(startLine))) return false
  if (silent) return true
  let depth = 0
  let line = startLine
  do {
    for (const [, end, endOfComment] of getLine(line).matchAll(BLOCK_TAGS)) depth += end || endOfComment ? -1 : 1
    line++
  } while (depth > 0 && line < endLine)
  const token = state.push('html_block', '', 0)
  token.map = [startLine, line]
  token.content = escapeBracketedAddresses(state.getLines(startLine, line, state.blkIndent, true))
  state.line = line
  return true
}

/**
 * Starts a new list at a number that does not follow the last one, so that a line keeps its typed number: it may be a year. Items
 * separated by empty lines look like others.
 */
function splitLists(state: StateCore): void {
  const nextNumbers: number[] = []
  state.tokens = state.tokens.flatMap((token, index, all) => {
    const first = token.type === 'paragraph_open' ? 1 : token.type === 'paragraph_close' ? 3 : 0
    if (first > 0 && all[index - first]?.type === 'list_item_open') token.hidden = true
    if (token.type.endsWith('list_open')) nextNumbers.push(Number(token.attrGet('start') ?? 1))
    if (token.type.endsWith('list_close')) nextNumbers.pop()
    if (token.type !== 'list_item_open' || token.info === '') return token
    const number = Number(token.info)
    const follows = number === nextNumbers.pop()
    nextNumbers.push(number + 1)
    if (follows) return token
    const close = new state.Token('ordered_list_close', 'ol', -1)
    const open = Object.assign(new state.Token('ordered_list_open', 'ol', 1), { map: token.map })
    open.attrSet('start', String(number))
    return [Object.assign(close, { block: true }), Object.assign(open, { block: true }), token]
  })
}
