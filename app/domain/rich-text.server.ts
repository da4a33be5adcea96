import sanitize from 'sanitize-html'
import { formatting } from './formatting'
import { toHref, trimPunctuation } from './links.server'
import { createMarkdownReader } from './markdown.server'

/** HTML sanitised by toSafeHtml or renderMarkdown, the only sources of this type. */
export type SafeHtml = string & { readonly safe: true }

/** Longer texts are truncated before they are parsed, so that none can keep the server busy. */
export const MAX_RENDERED_CHARACTERS = 60_000
/** Elements nested deeper lose their tags and keep their text. */
const DEEPEST = 20
/** A page of this website. What begins with // or /\ would be another's, and browsers leave out tabs and line breaks. */
const SITE_PAGE = /^\/(?![/\\])[^\s\\]*$/
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

export interface RenderOptions {
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

/** toHref, and also paths of this website. */
const linkOrPage = (address: string) => toHref(address) ?? (SITE_PAGE.test(address.trim()) ? address.trim() : null)

const allowList = (leadsTo: typeof toHref): sanitize.IOptions => ({
  allowedTags: formatting.flatMap(({ tags }) => [...tags]),
  allowedAttributes: { a: ['href'], ol: ['start'], th: ['scope', ...SPANS], td: SPANS },
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
    ol: (tagName, { start = '1' }): sanitize.Tag => {
      return { tagName, attribs: start !== '1' && /^\d{1,9}$/.test(start) ? { start } : {} }
    },
  },
  exclusiveFilter: ({ attribs }) => (texts.has(attribs) ? 'excludeTag' : false),
})
const readAnywhere = allowList(toHref)
const readHere = allowList(linkOrPage)

/** Moves punctuation out of links whose text is their address: other programs, and ours before, put the full stop inside. */
function withoutMarksInLinks(html: string): string {
  return html.replace(/<a href="([^"<>]*)">([^<]*)<\/a>/g, (link, address: string, words: string) => {
    const short = trimPunctuation(words)
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

function sanitised(html: string, { top = 3, sitePages = false }: RenderOptions): SafeHtml {
  const clean = sanitize(html, sitePages ? readHere : readAnywhere)
  return withHeadingsFrom(top, withoutMarksInLinks(clean)) as SafeHtml
}

/** Sanitises HTML: a short allow-list of elements and link schemes, at most 60,000 characters. */
export const toSafeHtml = (html: string, use: RenderOptions = {}): SafeHtml =>
  sanitised(html.slice(0, MAX_RENDERED_CHARACTERS), use)

const reader = createMarkdownReader(linkOrPage, { html: true })
/** Lines with a dot, as Word and phones begin the items of a list. */
const DOTS = /^([ \t]*)[•·](?=[ \t])/gm

/** The HTML of a text as a tutor typed it: Markdown and HTML, sanitised; at most 60,000 characters are read. */
export function renderMarkdown(text: string, use: RenderOptions = {}): SafeHtml {
  // A line break as an element and one in the text are one.
  const typed = text.slice(0, MAX_RENDERED_CHARACTERS).replace(/(<br ?\/?>)\r?\n/gi, '$1')
  const html = reader.render(/<\w/.test(typed) ? typed : typed.replace(DOTS, '$1-'))
  return sanitised(html, use)
    .replace(/<p>\s*<\/p>/g, '')
    .trim() as SafeHtml
}

/** The text of HTML once it is cleaned, without any element. */
export function toPlainHtmlText(html: string): string {
  return sanitize(toSafeHtml(html), { allowedTags: [], allowedAttributes: {} })
}

/** The text of what a tutor typed, without marks and elements. */
export const renderPlainText = (typed: string): string => toPlainHtmlText(renderMarkdown(typed))

/** A record as it is shown: its formatted texts are HTML. */
export type WithRenderedTexts<Typed, Texts extends keyof Typed> = Omit<Typed, Texts> & {
  [Text in Texts]: SafeHtml | Extract<Typed[Text], null>
}

/** A record with its formatted `texts` rendered, each for its use. */
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
