import createReader, { type MarkdownIt } from 'markdown-it'
import { links } from './links.server'

const ALLOWED = /^(https?:\/\/|mailto:|tel:)\S/i
/** An address without its scheme, as people write it. */
const BARE = /^(www\.|[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}(\/|$))/i

/** The scheme that people leave out of a web address. */
export const withScheme = (url: string) => (BARE.test(url) ? `https://${url}` : url)

/**
 * Reads the marks that tutors write: markdown-it with these of its rules and no others, so that all other characters stay what they
 * are. Single line breaks are kept; `html` lets tags stand within a line.
 */
export function reader(rules: string[], { html = false } = {}): MarkdownIt {
  const markdown = createReader('zero', { breaks: true, linkify: true, html }).enable(rules)
  const { normalizeLink } = markdown
  markdown.normalizeLink = (url) => normalizeLink(withScheme(url))
  markdown.validateLink = (url) => ALLOWED.test(url)
  return Object.assign(markdown, { linkify: links })
}
