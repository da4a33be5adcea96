import { DomUtils, parseDocument } from 'htmlparser2'
import { renderMarkdown } from '~/domain/rich-text.server'
import type { NamedField } from '~/domain/website/field-kinds'
import type { WebsitePage } from '~/domain/website/page.server'

/** Returns the text for the next free field, with at most `max` characters. */
export type NextText = (max: number) => string

const MAX_ALT_LENGTH = 300

function fillField(kind: NamedField, first: unknown, next: NextText): unknown {
  if (kind.kind === 'line' || kind.kind === 'text' || kind.kind === 'prose') return next(kind.max)
  if (kind.kind === 'picture') return { ...(first as object), alt: next(MAX_ALT_LENGTH) }
  if (kind.kind !== 'list') return first
  const [example = {}] = first as Record<string, unknown>[]
  const length = Math.min(kind.max, Math.max(kind.min, 2))
  return Array.from({ length }, () => fillFields(kind.fields, example, next))
}

const fillFields = (fields: readonly NamedField[], first: Record<string, unknown>, next: NextText) =>
  Object.fromEntries(fields.map((field) => [field.name, fillField(field, first[field.name], next)]))

/** A page's content with `next` in every free-text field, in page order, with two items in each list. */
export function createPageContent(page: WebsitePage, next: NextText): Record<string, Record<string, unknown>> {
  const first = page.first as Record<string, Record<string, unknown>>
  return Object.fromEntries(page.views.map(({ name, fields }) => [name, fillFields(fields, first[name] ?? {}, next)]))
}

/** The elements and addresses of a page; see `readStrictly`. */
export interface HtmlSkeleton {
  /** Each element's name and attribute names, in order. */
  elements: string[]
  addresses: string[]
}

const TAG = /^<(?:!DOCTYPE html|\/[a-z][\w-]*|[a-z][\w-]*(?:\s+[a-z][\w:-]*(?:="[^"<>]*")?)*\s*\/?)>/i
const ATTRIBUTE = /\s([a-z][\w:-]*)(?:="([^"<>]*)")?/gi
const ADDRESS = /^(?:href|src|srcset|action|formaction|poster|data|xlink:href|background|cite|ping|manifest)$/i

const withoutScripts = (html: string) => html.replace(/(<script\b[^<>]*>)[\s\S]*?<\/script>/g, '$1</script>')

/**
 * Parses HTML in which every '<' and every attribute quotation mark belongs to a tag: all parsers agree on such HTML. Throws at the first
 * '<' that does not. The contents of scripts are left out.
 */
export function parseStrictly(html: string): HtmlSkeleton {
  const elements: string[] = []
  const addresses: string[] = []
  const text = withoutScripts(html).replace(/<!--[\s$?!/]*-->/g, '')
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const [tag] = TAG.exec(text.slice(at, at + 4000)) ?? []
    if (!tag) throw new Error(`No tag of ours: ${text.slice(at, at + 200)}`)
    const [, name] = /^<([a-z][\w-]*)/i.exec(tag) ?? []
    if (!name) continue
    const attributes = [...tag.matchAll(ATTRIBUTE)].map(([, attribute = '', value = '']) => [attribute, value] as const)
    elements.push([name, ...attributes.map(([attribute]) => attribute)].join(' '))
    addresses.push(...attributes.flatMap(([attribute, value]) => (ADDRESS.test(attribute) ? value : [])))
  }
  return { elements, addresses }
}

/** A text without spaces and control characters, which HTML and paragraphs change. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: attacks have them
const stripWhitespace = (text: string) => text.replace(/[\s\u0000-\u001f\u007f\ufffd]+/g, '')

/** All texts and attribute values of a page, as a browser reads them, without scripts. */
export function extractTexts(html: string): string {
  const page = parseDocument(withoutScripts(html))
  const attributes = DomUtils.getElementsByTagName(() => true, page).flatMap(({ attribs }) => Object.values(attribs))
  return stripWhitespace([DomUtils.textContent(page), ...attributes].join('\n'))
}

export function listSectionTexts(
  kinds: readonly NamedField[],
  words: Record<string, unknown>,
): [name: string, text: string][] {
  return kinds.flatMap((kind) => {
    const value = words[kind.name]
    if (kind.kind === 'list')
      return (value as Record<string, unknown>[])
        .flatMap((one) => listSectionTexts(kind.fields, one))
        .map(([name, text]): [string, string] => [`${kind.name}.${name}`, text])
    if (kind.kind === 'picture') return [[kind.name, stripWhitespace((value as { alt: string }).alt)]]
    if (kind.kind === 'line' || kind.kind === 'text') return [[kind.name, stripWhitespace(value as string)]]
    if (kind.kind !== 'prose') return []
    const html = renderMarkdown(value as string, { sitePages: true })
    return [[kind.name, stripWhitespace(DomUtils.textContent(parseDocument(html)))]]
  })
}

const FORMATTING = /^(?:p|br|h[1-6]|ul|ol|li|strong|em|b|i|blockquote|table|caption|thead|tbody|tr|t[hd](?: scope)?)$/
const LINK = /^a(?: class)? href$/

/** True for elements that users may type: formatting, and plain links. */
export const isAllowedMarkup = (element: string): boolean => FORMATTING.test(element) || LINK.test(element)
