import sanitize from 'sanitize-html'
import { escapeAngleBrackets } from './angle-brackets.server'
import { formatting } from './formatting'
import { toHref, trimPunctuation } from './links.server'
import { createMarkdownReader } from './markdown.server'

/** HTML sanitised by toSafeHtml or renderMarkdown, the only sources of this type. */
export type SafeHtml = string & { readonly safe: true }

/** Longer texts are cut before parsing, so that none can keep the server busy. */
const MAX_RENDERED_CHARACTERS = 60_000
/** Elements nested deeper lose their tags and keep their text. */
const MAX_DEPTH = 20
/**
 * The path of a page of this website. A path that starts with // or /\ leads elsewhere, and browsers ignore tabs and line breaks.
 */
const SITE_PATH = /^\/(?![/\\])[^\s\\]*$/
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

export interface RenderOptions {
  /** The level of the highest heading, one below the heading above the text. */
  top?: number
  /** Allows what Word documents have besides: crossed-out and raised text, right-to-left paragraphs, and lists that go on. */
  isDocument?: boolean
  /** Allows links to pages of this website by path. Texts that are read elsewhere too must not have them. */
  sitePages?: boolean
}

/**
 * Picks crossed out, bold or italic from an element's style: Google Docs pastes everything in a <b> that is not bold, and bold or
 * crossed-out words in a <span>.
 */
function toEmphasis(tagName: string, { style = '' }: sanitize.Attributes): sanitize.Tag {
  const styles = new Map(
    style
      .toLowerCase()
      .split(';')
      .map((line) => line.split(':').map((part) => part.trim()) as [string, string]),
  )
  const isCrossedOut = ['text-decoration', 'text-decoration-line'].some((name) =>
    styles.get(name)?.includes('line-through'),
  )
  if (isCrossedOut) return { tagName: 's', attribs: {} }
  const [weight = '', slant = ''] = [styles.get('font-weight'), styles.get('font-style')]
  const isBold = weight ? /^bold/.test(weight) || Number.parseInt(weight, 10) >= 600 : /^(b|strong)$/.test(tagName)
  const isItalic = slant ? /^(italic|oblique)/.test(slant) : /^(i|em)$/.test(tagName)
  const isAsNamed = (isBold && /^(b|strong)$/.test(tagName)) || (isItalic && /^(i|em)$/.test(tagName))
  if (isAsNamed) return { tagName, attribs: {} }
  return isBold || isItalic ? { tagName: isBold ? 'strong' : 'em', attribs: {} } : keepTextOnly(tagName)
}

/** The attributes of elements that lose their tags. */
const textOnly = new WeakSet<sanitize.Attributes>()

/** Keeps only an element's text. Renaming it to a forbidden tag would let a later element close it by that name. */
function keepTextOnly(tagName: string): sanitize.Tag {
  const attribs = {}
  textOnly.add(attribs)
  return { tagName, attribs }
}

const SPANS = ['colspan', 'rowspan']

/** The column and row spans of a table cell, if more than one. */
const pickSpans = (attribs: sanitize.Attributes): sanitize.Attributes =>
  Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => SPANS.includes(name) && /^(?:[2-9]|[1-9]\d)$/.test(value)),
  )

/** The same of a heading cell, and whether it heads a row or a column. */
const pickScope = ({ scope = '', ...attribs }: sanitize.Attributes): sanitize.Attributes => ({
  ...(/^(row|col)$/.test(scope) ? { scope } : {}),
  ...pickSpans(attribs),
})

/** Elements of documents, which tutors do not write. */
const DOCUMENT_TAGS = ['s', 'sub', 'sup']
const DIRECTED_TAGS = ['p', 'li', 'ol', 'ul', 'table', ...HEADINGS]

/** The direction of a paragraph, list or table, if it is right to left. */
const pickDirection = ({ dir }: sanitize.Attributes): sanitize.Attributes => (dir === 'rtl' ? { dir } : {})

/** The direction of a cell in a table whose columns run from right to left: that of its paragraphs, unless they have their own. */
const pickCellDirection = ({ dir }: sanitize.Attributes): sanitize.Attributes => (dir === 'ltr' ? { dir } : {})

/** Classes of numbered lists by their `type`, which style sheets override. */
const LIST_CLASSES = new Map([
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
])

/** How a document's list is numbered: where it begins, by letters or Roman numerals, or by labels in its text. */
function pickNumbering({ start = '1', type = '', class: name }: sanitize.Attributes): sanitize.Attributes {
  const ofType = LIST_CLASSES.get(type)
  return {
    ...(start !== '1' && /^\d{1,9}$/.test(start) ? { start } : {}),
    ...(ofType ? { type, class: ofType } : name === 'labels' ? { class: name } : {}),
  }
}

/** The further rules for documents. */
function allowDocument(list: sanitize.IOptions): sanitize.IOptions {
  return {
    ...list,
    allowedTags: [...(list.allowedTags || []), ...DOCUMENT_TAGS],
    allowedAttributes: {
      ...list.allowedAttributes,
      ...Object.fromEntries(DIRECTED_TAGS.map((name) => [name, ['dir']])),
      th: ['dir', 'scope', ...SPANS],
      td: ['dir', ...SPANS],
      li: ['dir', 'value'],
      ol: ['dir', 'start', 'type', 'class'],
    },
    transformTags: {
      ...list.transformTags,
      ...Object.fromEntries(
        DIRECTED_TAGS.map((name) => [name, (tagName, attribs) => ({ tagName, attribs: pickDirection(attribs) })]),
      ),
      li: (tagName, { value = '', ...attribs }): sanitize.Tag => {
        return { tagName, attribs: { ...(/^\d{1,9}$/.test(value) ? { value } : {}), ...pickDirection(attribs) } }
      },
      th: (tagName, attribs) => ({ tagName, attribs: { ...pickScope(attribs), ...pickCellDirection(attribs) } }),
      td: (tagName, attribs) => ({ tagName, attribs: { ...pickSpans(attribs), ...pickCellDirection(attribs) } }),
      ol: (tagName, attribs) => ({ tagName, attribs: { ...pickNumbering(attribs), ...pickDirection(attribs) } }),
    },
  }
}

/** As toHref, but accepts paths of this website. */
const toHrefOrPath = (address: string) => toHref(address) ?? (SITE_PATH.test(address.trim()) ? address.trim() : null)

/** Elements on lines of their own, which tutors do not write but paste. */
const PASTED_BLOCKS =
  'address article aside center dd details div dl dt fieldset figcaption figure footer form header hr legend main nav pre section summary'.split(
    ' ',
  )
/** A block without other blocks in it. */
const INNERMOST_BLOCK =
  /<div>([^<]*(?:<(?!\/?(?:div|p|h[1-6]|[uo]l|li|blockquote|table|caption|thead|tbody|tr|t[hd])>)[^<]*)*)<\/div>/g

/** Makes pasted blocks paragraphs, so that the words of two are not joined. Blocks around blocks lose their tags. */
const toParagraphs = (html: string) =>
  html
    .replace(INNERMOST_BLOCK, (_, words: string) => (words.trim() ? `<p>${words}</p>` : '\n'))
    .replace(/<\/?div>/g, '\n')

const createAllowList = (resolveHref: typeof toHref): sanitize.IOptions => ({
  allowedTags: [...formatting.flatMap(({ tags }) => [...tags]), 'div'],
  allowedAttributes: { a: ['href'], ol: ['start'], th: ['scope', ...SPANS], td: SPANS },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nestingLimit: MAX_DEPTH,
  transformTags: {
    // A link with any other scheme becomes its text.
    a: (tagName, { href = '' }) => {
      const address = resolveHref(href)
      return address === null ? keepTextOnly(tagName) : { tagName, attribs: { href: address } }
    },
    ...Object.fromEntries(['b', 'strong', 'i', 'em', 'span'].map((name) => [name, toEmphasis])),
    ...Object.fromEntries(PASTED_BLOCKS.map((name) => [name, 'div'])),
    del: 's',
    strike: 's',
    th: (tagName, attribs) => ({ tagName, attribs: pickScope(attribs) }),
    td: (tagName, attribs) => ({ tagName, attribs: pickSpans(attribs) }),
    ol: (tagName, { start = '1' }): sanitize.Tag => {
      return { tagName, attribs: start !== '1' && /^\d{1,9}$/.test(start) ? { start } : {} }
    },
  },
  exclusiveFilter: ({ attribs }) => (textOnly.has(attribs) ? 'excludeTag' : false),
})
const linksAnywhere = createAllowList(toHref)
const linksAndSitePaths = createAllowList(toHrefOrPath)
const documentList = allowDocument(linksAnywhere)

/**
 * Moves punctuation out of links whose text is their address: other programs, and our earlier versions, put the full stop inside.
 */
function movePunctuationOutOfLinks(html: string): string {
  return html.replace(/<a href="([^"<>]*)">([^<]*)<\/a>/g, (link, address: string, words: string) => {
    const short = trimPunctuation(words)
    const marks = words.slice(short.length)
    if (marks === '' || !address.endsWith(words) || /&[a-z]+;$/.test(words)) return link
    return `<a href="${address.slice(0, -marks.length)}">${short}</a>${marks}`
  })
}

/** Renumbers headings so that the highest is `top` and no level is skipped. Idempotent. */
function renumberHeadings(top: number, html: string): string {
  const used = HEADINGS.filter((heading) => html.includes(`</${heading}>`))
  return html.replace(
    /<(\/?)(h[1-6])( dir="rtl")?>/g,
    (_, slash: string, heading: string, direction = '') =>
      `<${slash}h${Math.min(top + used.indexOf(heading), 6)}${direction}>`,
  )
}

const RAISED_DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const LOWERED_DIGITS = '₀₁₂₃₄₅₆₇₈₉'

/** Writes raised and lowered figures as characters, since their elements are removed: 5<sup>2</sup> is not 52. */
const toRaisedDigits = (html: string) =>
  html.replace(/<(sup|sub)(?:\s[^<>]*)?>(\d{1,20})<\/\1>/gi, (_, tag: string, digits: string) => {
    const signs = /^sup$/i.test(tag) ? RAISED_DIGITS : LOWERED_DIGITS
    return digits.replace(/\d/g, (digit) => signs.charAt(Number(digit)))
  })

function sanitizeHtml(html: string, { top = 3, sitePages = false, isDocument = false }: RenderOptions): SafeHtml {
  const clean = isDocument
    ? sanitize(html, documentList)
    : sanitize(toRaisedDigits(html), sitePages ? linksAndSitePaths : linksAnywhere)
  return renumberHeadings(top, movePunctuationOutOfLinks(toParagraphs(clean))) as SafeHtml
}

/** Sanitises HTML: a short allow-list of elements and link schemes, at most 60,000 characters. */
export const toSafeHtml = (html: string, use: RenderOptions = {}): SafeHtml =>
  sanitizeHtml(html.slice(0, MAX_RENDERED_CHARACTERS), use)

const markdownReader = createMarkdownReader(toHrefOrPath, { html: true })
const readerWithoutLinkify = createMarkdownReader(toHrefOrPath, { html: true, linkify: false })
/** In a text with more addresses they stay text: 9,000 links take 300 ms, in which the server answers no other request. */
const MAX_ADDRESSES = 1000
const ADDRESS_SIGN = /@|www\.|:\/\//g

const hasTooManyAddresses = (text: string) => (text.match(ADDRESS_SIGN)?.length ?? 0) > MAX_ADDRESSES

/** Lines with a bullet character, as Word and phones start list items. */
const BULLET_DOTS = /^([ \t]*)[•·](?=[ \t])/gm

/** Renders a tutor's Markdown and HTML as sanitised HTML. Reads at most 60,000 characters. */
export function renderMarkdown(text: string, use: RenderOptions = {}): SafeHtml {
  // A <br> followed by a line break counts as one break.
  const typed = escapeAngleBrackets(text.slice(0, MAX_RENDERED_CHARACTERS)).replace(/(<br ?\/?>)\r?\n/gi, '$1')
  const reader = hasTooManyAddresses(typed) ? readerWithoutLinkify : markdownReader
  const html = reader.render(/<\w/.test(typed) ? typed : typed.replace(BULLET_DOTS, '$1-'))
  return sanitizeHtml(html, use)
    .replace(/<p>\s*<\/p>/g, '')
    .trim() as SafeHtml
}

/** The text of sanitised HTML, without elements. Says what is crossed out, and separates blocks and cells. */
export function toPlainHtmlText(html: string): string {
  const separated = toSafeHtml(html)
    .replaceAll('<s>', '(crossed out: ')
    .replaceAll('</s>', ')')
    .replace(/<\/t[hd]>(?!<\/tr>)/g, '$& ')
    .replace(/(?:<br \/>|<\/(?:p|h[1-6]|li|blockquote|caption|tr)>)(?!\n)/g, '$&\n')
  return sanitize(separated, { allowedTags: [], allowedAttributes: {} }).trim()
}

/** The plain text of a tutor's Markdown or HTML. */
export const renderPlainText = (typed: string): string => toPlainHtmlText(renderMarkdown(typed))

/** A record whose formatted texts are HTML. */
export type WithRenderedTexts<Typed, Texts extends keyof Typed> = Omit<Typed, Texts> & {
  [Text in Texts]: SafeHtml | Extract<Typed[Text], null>
}

/** Renders a record's formatted `texts`, each with its own options. */
export function renderTexts<Typed, Texts extends keyof Typed>(
  record: Typed,
  texts: { [Text in Texts]: RenderOptions },
): WithRenderedTexts<Typed, Texts> {
  const html = Object.entries<RenderOptions>(texts).map(([name, use]) => {
    const typed = record[name as Texts] as string | null
    return [name, typed === null ? null : renderMarkdown(typed, use)]
  })
  return { ...record, ...Object.fromEntries(html) }
}
