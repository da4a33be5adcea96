import createReader, { type MarkdownIt } from 'markdown-it'
import { links, linkTo } from './links.server'

/**
 * Reads the marks that tutors write: markdown-it with these of its rules and no others, so that all other characters stay what they
 * are. Single line breaks are kept; `html` lets tags stand within a line.
 */
export function reader(rules: string[], { html = false } = {}): MarkdownIt {
  const markdown = createReader('zero', { breaks: true, linkify: true, html }).enable(rules)
  const { normalizeLink } = markdown
  markdown.normalizeLink = (url) => normalizeLink(linkTo(url) ?? url)
  markdown.validateLink = (url) => linkTo(url) !== null
  return Object.assign(markdown, { linkify: links })
}
