import sanitize from 'sanitize-html'
import type { SafeHtml } from '~/domain/safe-html'
import { formatting, LONGEST_HTML } from './formatting'
import { withHttps } from './rules'
import { withParagraphs } from './typed-text'

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

/**
 * Sanitises a tutor's HTML: a short allow-list of elements, links to http, https, mailto and tel only (and to pages of this website
 * where its use allows it), at most 60,000 characters.
 */
export function toSafeHtml(html: string, { top = 3, sitePages = false }: Use = {}): SafeHtml {
  const clean = sanitize(html.slice(0, MOST_CHARACTERS), sitePages ? readHere : readAnywhere)
  return withHeadingsFrom(top, clean) as SafeHtml
}

/**
 * What a tutor typed, as it is stored: sanitised, and with paragraphs and lists where it was typed without tags. A text that would
 * grow beyond what its form takes stays without.
 */
export function fromTyped(text: string, use: Use = {}): SafeHtml {
  const clean = toSafeHtml(text.replaceAll('\r\n', '\n'), use)
  const shaped = toSafeHtml(withParagraphs(clean), use)
  return shaped.length > LONGEST_HTML ? clean : shaped
}

/** The text that is left of a tutor's HTML once it is cleaned, without any element. */
export function textOf(html: string): string {
  return sanitize(toSafeHtml(html), { allowedTags: [], allowedAttributes: {} })
}
