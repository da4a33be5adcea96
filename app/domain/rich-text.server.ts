import type { MarkdownIt } from 'markdown-it'
import sanitize from 'sanitize-html'
import { formatting, LONGEST_HTML } from './formatting'
import { linkTo, withoutMarksAfter } from './links.server'
import { reader } from './markdown.server'

/** HTML sanitised by toSafeHtml, the only source of this type. */
export type SafeHtml = string & { readonly safe: true }

/** Longer texts are truncated before they are parsed, so that none can keep the server busy. */
export const MOST_CHARACTERS = 60_000
/** Elements nested deeper lose their tags and keep their text. */
const DEEPEST = 20
/** A page of this website. What begins with // or /\ would be another's, and browsers leave out tabs and line breaks. */
const SITE_PAGE = /^\/(?![/\\])[^\s\\]*$/
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

interface Use {
  /** The level of its highest heading, one below the heading above it. */
  top?: number
  /** It may link to pages of this website by their paths; a text that is read elsewhere too may not. */
  sitePages?: boolean
}

/** Chooses bold or italic by an element's style: Google Docs pastes everything in a <b> that is not bold, and bold words in a <span>. */
function asItLooks(tagName: string, { style = '' }: sanitize.Attributes): sanitize.Tag {
  const styles = new Map(
    style
      .toLowerCase()
      .split(';')
      .map((line) => line.split(':').map((part) => part.trim()) as [string, string]),
  )
  const [weight = '', slant = ''] = [styles.get('font-weight'), styles.get('font-style')]
  const isBold = weight ? /^bold/.test(weight) || Number.parseInt(weight, 10) >= 600 : /^(b|strong)$/.test(tagName)
  const isItalic = slant ? /^(italic|oblique)/.test(slant) : /^(i|em)$/.test(tagName)
  const isAsNamed = (isBold && /^(b|strong)$/.test(tagName)) || (isItalic && /^(i|em)$/.test(tagName))
  if (isAsNamed) return { tagName, attribs: {} }
  return isBold || isItalic ? { tagName: isBold ? 'strong' : 'em', attribs: {} } : asText(tagName)
}

/** The attributes of the elements that lose their tags. */
const texts = new WeakSet<sanitize.Attributes>()

/** Leaves the text of an element. One that is renamed to what is not allowed would have a later element closed by that name. */
function asText(tagName: string): sanitize.Tag {
  const attribs = {}
  texts.add(attribs)
  return { tagName, attribs }
}

const SPANS = ['colspan', 'rowspan']

/** How many columns and rows a cell of a table takes, where it is more than one. */
const spansIn = (attribs: sanitize.Attributes): sanitize.Attributes =>
  Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => SPANS.includes(name) && /^(?:[2-9]|[1-9]\d)$/.test(value)),
  )

/** linkTo, and also paths of this website. */
const linkOrPage = (address: string) => linkTo(address) ?? (SITE_PAGE.test(address.trim()) ? address.trim() : null)

const allowList = (leadsTo: typeof linkTo): sanitize.IOptions => ({
  allowedTags: formatting.flatMap(({ tags }) => [...tags]),
  allowedAttributes: { a: ['href'], th: ['scope', ...SPANS], td: SPANS },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: DEEPEST,
  transformTags: {
    // A link to any other scheme becomes its text.
    a: (tagName, { href = '' }) => {
      const address = leadsTo(href)
      return address === null ? asText(tagName) : { tagName, attribs: { href: address } }
    },
    ...Object.fromEntries(['b', 'strong', 'i', 'em', 'span'].map((name) => [name, asItLooks])),
    th: (tagName, { scope = '', ...attribs }) => ({
      tagName,
      attribs: { ...(/^(row|col)$/.test(scope) ? { scope } : {}), ...spansIn(attribs) },
    }),
    td: (tagName, attribs) => ({ tagName, attribs: spansIn(attribs) }),
  },
  exclusiveFilter: ({ attribs }) => (texts.has(attribs) ? 'excludeTag' : false),
})
const readAnywhere = allowList(linkTo)
const readHere = allowList(linkOrPage)

/** Moves punctuation out of links whose text is their address: other programs, and ours before, put the full stop inside. */
function withoutMarksInLinks(html: string): string {
  return html.replace(/<a href="([^"<>]*)">([^<]*)<\/a>/g, (link, address: string, words: string) => {
    const short = withoutMarksAfter(words)
    const marks = words.slice(short.length)
    if (marks === '' || !address.endsWith(words) || /&[a-z]+;$/.test(words)) return link
    return `<a href="${address.slice(0, -marks.length)}">${short}</a>${marks}`
  })
}

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
  return withHeadingsFrom(top, withoutMarksInLinks(clean)) as SafeHtml
}

/** The < of an address in brackets, 'Mary <mary@example.ie>', which would be taken for a tag and lost. */
const BEFORE_ADDRESS = /<(?=(?:https?:|mailto:|www\.|[^\s<>@"'=/]{1,64}@)[^\s<>]{1,2000}>)/gi

/** What a tutor typed, as it is stored: sanitised, its marks and empty lines made HTML unless that makes it too long. */
export function fromTyped(text: string, use: Use = {}): SafeHtml {
  const typed = text.replaceAll('\r\n', '\n').replaceAll(LESS, '').replace(BEFORE_ADDRESS, '&lt;')
  const clean = toSafeHtml(typed, use)
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
const HEADING = /^\s{0,3}(#{1,6})\s+(?=\S)/
/** Replaces a < that does not begin a tag. No text has this character, and an address may follow it. */
const LESS = '\u0001'

/** Bold words, links and addresses within a line, as newsletters have them. */
const marks = reader(['emphasis', 'link', 'linkify', 'html_inline'], { html: true })
marks.normalizeLink = (url) => linkOrPage(url) ?? url
marks.validateLink = (url) => linkOrPage(url) !== null
Object.assign(marks.renderer.rules, {
  strong_open: (tokens, place) => (tokens[place]?.markup === '**' ? '<strong>' : '__'),
  strong_close: (tokens, place) => (tokens[place]?.markup === '**' ? '</strong>' : '__'),
  em_open: (tokens, place) => tokens[place]?.markup ?? '',
  em_close: (tokens, place) => tokens[place]?.markup ?? '',
} satisfies MarkdownIt['renderer']['rules'])

function marked(line: string): string {
  const text = line.replaceAll('&lt;', LESS).replace(/&(gt|quot|amp);/g, (_, name: 'gt') => SIGNS[name])
  return marks.renderInline(text).replaceAll(LESS, '&lt;')
}
const SIGNS = { gt: '>', quot: '"', amp: '&', lt: '<' }

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
  kind: 'p' | 'ul' | 'ol' | 'h'
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
    const begins = kind === 'p' ? isApart : kind === 'h' || Number(NUMBER.exec(line)?.[1]) === 1
    if (last?.kind === kind && !begins) last.lines.push(line)
    else groups.push({ kind, lines: [line] })
    isApart = false
  }
  return groups.map(toHtml)
}

/** Only a list that begins with 1 counts: a line may begin with a year. */
function kindOf(line: string, last: Group | undefined): Group['kind'] {
  if (BULLET.test(line)) return 'ul'
  if (HEADING.test(line)) return 'h'
  const number = Number(NUMBER.exec(line)?.[1])
  return number === 1 || (last?.kind === 'ol' && number === last.lines.length + 1) ? 'ol' : 'p'
}

function toHtml({ kind, lines }: Group): string {
  if (kind === 'h') {
    const [line = ''] = lines
    const name = `h${HEADING.exec(line)?.[1]?.length}`
    return `<${name}>${marked(line.replace(HEADING, '').trim())}</${name}>`
  }
  if (kind !== 'p') {
    const items = lines.map((line) => `<li>${marked(line.replace(kind === 'ul' ? BULLET : NUMBER, '').trim())}</li>`)
    return `<${kind}>${items.join('')}</${kind}>`
  }
  const text = marked(lines.map((line) => line.trim()).join('<br />'))
  const isEmpty = text.replace(/<[^<>]*>/g, '').trim() === ''
  return isEmpty ? text : `<p>${text}</p>`
}

/** What fromTyped makes `html` of, for a text box: words and marks, and HTML where these can't say it. */
export function toTyped(html: string, use: Use = {}): string {
  const wanted = fromTyped(html, use)
  const isSaid = (typed: string, wanted: string) => tidy(fromTyped(typed, use)) === tidy(wanted)
  const blocks = blocksIn(wanted)
  const all = (typedOf: (block: string) => string) => blocks.map(typedOf).join('\n\n')
  const plain = all((block) => typedBlock(block, use) ?? block)
  if (isSaid(plain, wanted)) return plain
  const careful = all((block) => {
    const ways = [typedBlock(block, use), typedBlock(block, use, true)]
    // A heading by itself is the highest one.
    const top = Number(/^<h([1-6])>/.exec(block)?.[1] ?? use.top)
    return ways.find((typed) => typed !== null && tidy(fromTyped(typed, { ...use, top })) === tidy(block)) ?? block
  })
  return isSaid(careful, wanted) ? careful : wanted
}

const AROUND_BLOCKS = / ?(<br \/>|<\/?(?:p|h\d|[uo]l|li|blockquote|table|caption|thead|tbody|tr|t[hd])(?: [^<>]*)?>) ?/g
/** HTML without what makes no difference to who reads it. */
const tidy = (html: string) =>
  html
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(AROUND_BLOCKS, '$1')
    .replace(/<(\/?)b>/g, '<$1strong>')
    .trim()

/** The blocks of HTML that fromTyped made. */
function blocksIn(html: string): string[] {
  const blocks: string[] = []
  let block = ''
  let depth = 0
  for (const part of html.split(TAG)) {
    const [, end, name = ''] = /^<(\/?)([a-z\d]+)/.exec(part) ?? []
    if (name && !WITHIN_LINES.has(name)) depth += end ? -1 : 1
    block += part
    if (depth > 0) continue
    if (block.trim()) blocks.push(block.trim())
    block = ''
  }
  return blocks
}

/** A block as it is typed, or null when that takes HTML; `escaped` leaves alone what might be read as something else. */
function typedBlock(block: string, { top = 3 }: Use, escaped = false): string | null {
  const [, name = '', inner = ''] = /^<(p|h[1-6]|ul|ol)>(.*)<\/\1>$/s.exec(block) ?? []
  if (name === 'p') return typedLine(inner, escaped)
  if (HEADINGS.includes(name)) return `${'#'.repeat(Number(name[1]) - top + 2)} ${typedLine(inner, escaped)}`
  const items = tidy(inner).slice('<li>'.length, -'</li>'.length).split('</li><li>')
  if (name === '' || /<(?:br|li|p|[uo]l|h\d|table|blockquote)\b/.test(items.join(''))) return null
  return items.map((item, place) => `${name === 'ul' ? '-' : `${place + 1}.`} ${typedLine(item, escaped)}`).join('\n')
}

function typedLine(html: string, escaped: boolean): string {
  let typed = ''
  let link: { address: string; from: number } | undefined
  for (const part of tidy(html).split(TAG)) {
    const address = /^<a href="(.*)">$/s.exec(part)?.[1]
    if (address !== undefined) link = { address: unescaped(address), from: typed.length }
    else if (part === '</a>' && link) {
      const words = typed.slice(link.from)
      const isBare = [words, `https://${words}`, `mailto:${words}`].includes(link.address)
      if (!isBare) typed = `${typed.slice(0, link.from)}[${words}](${link.address})`
      link = undefined
    } else if (/^<\/?(?:strong|b)>$/.test(part)) typed += '**'
    else if (part === '<br />') typed += '\n'
    else typed += part.startsWith('<') || escaped ? part : unescaped(part)
  }
  return typed
}

const unescaped = (text: string) => text.replace(/&(gt|quot|amp|lt);/g, (_, name: keyof typeof SIGNS) => SIGNS[name])
