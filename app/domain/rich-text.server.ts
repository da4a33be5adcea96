import sanitize from 'sanitize-html'
import { formatting, LONGEST_HTML } from './formatting'
import { withHttps } from './rules'

/** HTML sanitised by toSafeHtml, the only source of this type. */
export type SafeHtml = string & { readonly safe: true }

/** Longer texts are truncated before they are parsed, so that none can keep the server busy. */
const MOST_CHARACTERS = 60_000
/** Elements nested deeper lose their tags and keep their text. */
const DEEPEST = 20
const ELSEWHERE = /^(https?:\/\/|mailto:|tel:)\S/i
/** A page of this website. What begins with // or /\ would be another's, and browsers leave out tabs and line breaks. */
const SITE_PAGE = /^\/(?![/\\])[^\s\\]*$/
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** What the text is written for. */
interface Use {
  /** The level of its highest heading, one below the heading above it. */
  top?: number
  /** It may link to pages of this website by their paths; a text that is read elsewhere too may not. */
  sitePages?: boolean
}

const allowList = (isLink: (address: string) => boolean): sanitize.IOptions => ({
  allowedTags: formatting.flatMap(({ tags }) => [...tags]),
  allowedAttributes: { a: ['href'], th: ['scope'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: DEEPEST,
  transformTags: {
    // A link to any other scheme becomes its text: 'span' is not an allowed element.
    a: (_, { href = '' }) => {
      const address = withHttps(href.trim())
      return isLink(address)
        ? { tagName: 'a', attribs: { href: address } }
        : { tagName: 'span', attribs: {} as Record<string, string> }
    },
    th: (tagName, { scope = '' }) => ({
      tagName,
      attribs: (/^(row|col)$/.test(scope) ? { scope } : {}) as Record<string, string>,
    }),
  },
})
const readAnywhere = allowList((address) => ELSEWHERE.test(address))
const readHere = allowList((address) => ELSEWHERE.test(address) || SITE_PAGE.test(address))

/** Renumbers the headings so that the highest becomes `top` and no level is skipped. Idempotent. */
function withHeadingsFrom(top: number, html: string): string {
  const used = HEADINGS.filter((heading) => html.includes(`<${heading}>`))
  return html.replace(
    /<(\/?)(h[1-6])>/g,
    (_, slash: string, heading: string) => `<${slash}h${Math.min(top + used.indexOf(heading), 6)}>`,
  )
}

/** Sanitises a tutor's HTML: a short allow-list of elements and link schemes, at most 60,000 characters. */
export function toSafeHtml(html: string, { top = 3, sitePages = false }: Use = {}): SafeHtml {
  const clean = sanitize(html.slice(0, MOST_CHARACTERS), sitePages ? readHere : readAnywhere)
  return withHeadingsFrom(top, clean) as SafeHtml
}

/** What a tutor typed, as it is stored: sanitised, with paragraphs and lists unless that makes it too long. */
export function fromTyped(text: string, use: Use = {}): SafeHtml {
  const clean = toSafeHtml(text.replaceAll('\r\n', '\n'), use)
  const shaped = toSafeHtml(withParagraphs(clean), use)
  return shaped.length > LONGEST_HTML ? clean : shaped
}

/** The text that is left of a tutor's HTML once it is cleaned, without any element. */
export function textOf(html: string): string {
  return sanitize(toSafeHtml(html), { allowedTags: [], allowedAttributes: {} })
}

/** The elements that stand within a line; every other one is a block of its own. */
const WITHIN_LINES = new Set(['strong', 'b', 'em', 'i', 'a', 'br'])
const TAG = /(<\/?[a-z\d][^<>]*>)/
const BULLET = /^\s*[-*•]\s+(?=\S)/
const NUMBER = /^\s*(\d{1,3})[.)]\s+(?=\S)/

/**
 * What was typed without tags, as paragraphs and lists: an empty line ends a paragraph, a line break stays one, and lines that begin
 * with '-' or '1.' are a list. Blocks that were typed as HTML stay as they are, and words between them are treated the same. `html`
 * is sanitised, so that its tags match and every other < is escaped; what comes back has to be sanitised again.
 */
function withParagraphs(html: string): string {
  let shaped = ''
  let words = ''
  let depth = 0
  for (const part of html.split(TAG)) {
    const [, end, name = ''] = /^<(\/?)([a-z\d]+)/.exec(part) ?? []
    const isBlock = name !== '' && !WITHIN_LINES.has(name)
    if (depth === 0 && !isBlock) {
      words += part
      continue
    }
    if (isBlock) depth += end ? -1 : 1
    shaped += inBlocks(words) + part
    words = ''
  }
  return (shaped + inBlocks(words)).trim()
}

/** Words that stand in no block, as blocks on lines of their own. The space between two blocks stays as it is. */
function inBlocks(words: string): string {
  return words.trim() === '' ? words : `\n${blocksOf(words).join('\n')}\n`
}

interface Group {
  kind: 'p' | 'ul' | 'ol'
  lines: string[]
}

function blocksOf(words: string): string[] {
  const groups: Group[] = []
  let isApart = true
  // A line break as an element and one in the text are one.
  for (const line of words.replace(/\n?<br \/>\n?/g, '<br />').split('\n')) {
    if (line.trim() === '') {
      isApart = true
      continue
    }
    const last = groups.at(-1)
    const kind = kindOf(line, last)
    const begins = kind === 'p' ? isApart : Number(NUMBER.exec(line)?.[1]) === 1
    if (last?.kind === kind && !begins) last.lines.push(line)
    else groups.push({ kind, lines: [line] })
    isApart = false
  }
  return groups.map(toHtml)
}

/** Only a list that begins with 1 counts: a line may begin with a year. */
function kindOf(line: string, last: Group | undefined): Group['kind'] {
  if (BULLET.test(line)) return 'ul'
  const number = Number(NUMBER.exec(line)?.[1])
  return number === 1 || (last?.kind === 'ol' && number === last.lines.length + 1) ? 'ol' : 'p'
}

function toHtml({ kind, lines }: Group): string {
  if (kind !== 'p') {
    const items = lines.map((line) => `<li>${line.replace(kind === 'ul' ? BULLET : NUMBER, '').trim()}</li>`)
    return `<${kind}>${items.join('')}</${kind}>`
  }
  const text = lines.map((line) => line.trim()).join('<br />')
  const isEmpty = text.replace(/<[^<>]*>/g, '').trim() === ''
  return isEmpty ? text : `<p>${text}</p>`
}
