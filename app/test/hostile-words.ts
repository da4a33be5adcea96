import { DomUtils, parseDocument } from 'htmlparser2'
import { renderMarkdown } from '~/domain/rich-text.server'
import type { NamedField } from '~/domain/website/field-kinds'
import type { WebsitePage } from '~/domain/website/page.server'

/** Gives the text of the next free field, with at most so many characters. */
export type NextText = (most: number) => string

/** A picture's words may be as long. */
const MOST_OF_ALT = 300

function ofField(kind: NamedField, first: unknown, next: NextText): unknown {
  if (kind.kind === 'line' || kind.kind === 'text' || kind.kind === 'prose') return next(kind.most)
  if (kind.kind === 'picture') return { ...(first as object), alt: next(MOST_OF_ALT) }
  if (kind.kind !== 'list') return first
  const [example = {}] = first as Record<string, unknown>[]
  const length = Math.min(kind.most, Math.max(kind.least, 2))
  return Array.from({ length }, () => ofFields(kind.fields, example, next))
}

const ofFields = (fields: readonly NamedField[], first: Record<string, unknown>, next: NextText) =>
  Object.fromEntries(fields.map((field) => [field.name, ofField(field, first[field.name], next)]))

/** A page's words with `next` in every field that takes free text, in the order of the page; two things in each list. */
export function wordsOf(page: WebsitePage, next: NextText): Record<string, Record<string, unknown>> {
  const first = page.first as Record<string, Record<string, unknown>>
  return Object.fromEntries(page.views.map(({ name, fields }) => [name, ofFields(fields, first[name] ?? {}, next)]))
}

/** What the elements of a page are, and where they lead; see `readStrictly`. */
export interface Skeleton {
  /** Each element's name with those of its attributes, in their order. */
  elements: string[]
  /** The values of all attributes that may hold an address. */
  addresses: string[]
}

const TAG = /^<(?:!DOCTYPE html|\/[a-z][\w-]*|[a-z][\w-]*(?:\s+[a-z][\w:-]*(?:="[^"<>]*")?)*\s*\/?)>/i
const ATTRIBUTE = /\s([a-z][\w:-]*)(?:="([^"<>]*)")?/gi
const ADDRESS = /^(?:href|src|srcset|action|formaction|poster|data|xlink:href|background|cite|ping|manifest)$/i

const withoutScripts = (html: string) => html.replace(/(<script\b[^<>]*>)[\s\S]*?<\/script>/g, '$1</script>')

/**
 * The elements of HTML in which every '<' and every quotation mark of an attribute is a tag's: such HTML says the same to every parser.
 * Throws at the first sign that is none, as it is told by what stands there. What scripts hold is left out.
 */
export function readStrictly(html: string): Skeleton {
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

/** A text as a reader has it: without the spaces and control characters that HTML and a page's paragraphs change. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: attacks have them
const asRead = (text: string) => text.replace(/[\s\u0000-\u001f\u007f\ufffd]+/g, '')

/** All that stands on a page, in its texts and in its elements' attributes, as a browser reads it; without scripts. */
export function textsOn(html: string): string {
  const page = parseDocument(withoutScripts(html))
  const attributes = DomUtils.getElementsByTagName(() => true, page).flatMap(({ attribs }) => Object.values(attribs))
  return asRead([DomUtils.textContent(page), ...attributes].join('\n'))
}

/** What of a section's words has to stand on its page: the text of each field that takes free text, by the field's name. */
export function textsOf(kinds: readonly NamedField[], words: Record<string, unknown>): [name: string, text: string][] {
  return kinds.flatMap((kind) => {
    const value = words[kind.name]
    if (kind.kind === 'list')
      return (value as Record<string, unknown>[])
        .flatMap((one) => textsOf(kind.fields, one))
        .map(([name, text]): [string, string] => [`${kind.name}.${name}`, text])
    if (kind.kind === 'picture') return [[kind.name, asRead((value as { alt: string }).alt)]]
    if (kind.kind === 'line' || kind.kind === 'text') return [[kind.name, asRead(value as string)]]
    if (kind.kind !== 'prose') return []
    const html = renderMarkdown(value as string, { sitePages: true })
    return [[kind.name, asRead(DomUtils.textContent(parseDocument(html)))]]
  })
}

const FORMATTING = /^(?:p|br|h[1-6]|ul|ol|li|strong|em|b|i|blockquote|table|caption|thead|tbody|tr|t[hd](?: scope)?)$/
const LINK = /^a(?: class)? href$/

/** An element that people may type, as it is shown: formatting, and links without anything beside. */
export const mayBeTyped = (element: string): boolean => FORMATTING.test(element) || LINK.test(element)
