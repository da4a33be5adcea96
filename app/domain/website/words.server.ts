import { fill, type PlaceholderValues } from '~/content/fill'
import type { FieldDescriptions } from '~/domain/change.server'
import { renderMarkdown, renderPlainText, type SafeHtml } from '~/domain/rich-text.server'
import { toTelephoneLink } from '~/domain/telephone.server'
import { truncate } from '~/domain/text'
import type { NamedField, SectionView } from './field-kinds'
import { LONGEST_ALT } from './fields.server'
import type { Sections, ShownTextOf, StoredTextOf, WebsitePage } from './page.server'
import type { ShownPicture } from './picture'

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Escapes text as sanitised HTML does outside tags. */
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPED[sign] ?? sign)
/** Escapes a name so that Markdown shows it as text. */
const escapeMarkdown = (text: string) => text.replace(/[\\*[\]<&]/g, '\\$&')
const NAMES = ['shortName', 'name', 'phone', 'email', 'address'] as const

type Words = Record<string, unknown>
type Fields = Pick<SectionView, 'fields'>
type Change = (text: string, field: NamedField) => string

function createFiller(site: PlaceholderValues): Change {
  const escaped = {
    ...(Object.fromEntries(NAMES.map((name) => [name, escapeMarkdown(site[name])])) as PlaceholderValues),
    place: site.place && escapeMarkdown(site.place),
  }
  return (text, { kind }) => fill(text, kind === 'prose' ? escaped : site)
}

/** Results of `fillPlaceholders`, because rendering the longest page takes 5 ms. Entries live as long as findPage's. */
const renderedPages = new WeakMap<object, { names: string; shown: unknown }>()

/** A page's text as shown, with the centre's names and addresses filled in. */
export function fillPlaceholders<Of extends Sections>(
  page: WebsitePage<Of>,
  words: StoredTextOf<Of>,
  site: PlaceholderValues,
): ShownTextOf<Of> {
  const names = JSON.stringify([site.place, ...NAMES.map((name) => site[name])])
  const before = renderedPages.get(words)
  if (before?.names === names) return before.shown as ShownTextOf<Of>
  const fillText = createFiller(site)
  const change: Change = (text, field) =>
    field.kind === 'prose' ? renderProse(fillText(text, field), site) : fillText(text, field)
  const sections = page.views.map(({ name, fields }) => [name, mapFields(fields, words[name] ?? {}, change)])
  const shown = Object.fromEntries(sections) as ShownTextOf<Of>
  renderedPages.set(words, { names, shown })
  return shown
}

const renderProse = (typed: string, site: PlaceholderValues) =>
  withPhoneLinks(renderMarkdown(typed, { sitePages: true }), site) as SafeHtml

function withPhoneLinks(html: string, { phone }: PlaceholderValues): string {
  const address = toTelephoneLink(phone)
  if (!address) return html
  const link = `<a href="${address}">${escapeHtml(phone)}</a>`
  let isLink = false
  const withLink = (part: string) => {
    if (/^<\/?a\b/.test(part)) isLink = part.startsWith('<a')
    return isLink || part.startsWith('<') ? part : part.replaceAll(escapeHtml(phone), () => link)
  }
  return html
    .split(/(<[^<>]*>)/)
    .map(withLink)
    .join('')
}

/**
 * A section as its form shows it: with the centre's names, and formatted text as typed. `previews` has the HTML of formatted texts,
 * and `plain` the longer texts without formatting.
 */
export function getEditableSection({ fields }: Fields, words: object, site: PlaceholderValues) {
  const change = createFiller(site)
  const previews: [typed: string, html: SafeHtml][] = []
  const plain: string[] = []
  const typed = mapFields(fields, words, (text, field) => {
    const typed = change(text, field)
    if (field.kind === 'text') plain.push(typed)
    if (field.kind === 'prose') previews.push([typed, renderMarkdown(typed, { sitePages: true })])
    return typed
  })
  return { words: typed, previews, plain }
}

/**
 * Replaces the centre's names and addresses in a form's text by placeholders, so that the text follows when they change. Text that
 * would become too long for its field stays as typed.
 */
export function toStoredSection({ fields }: Fields, words: object, site: PlaceholderValues): Words {
  const plain = createNameReplacer(site, (text) => text)
  const markdown = createNameReplacer(site, escapeMarkdown)
  return mapFields(fields, words, (text, field) => {
    if (field.kind === 'address') return text
    if (field.kind === 'prose')
      return text.replace(ADDRESS_TAG_OR_TEXT, (part) => (isAddress(part) ? part : markdown(part)))
    const short = plain(text)
    return short.length > ('max' in field ? field.max : LONGEST_ALT) ? text : short
  })
}

/** A link's address, an element's tag, or text. */
const ADDRESS_TAG_OR_TEXT = /\]\([^()]*\)|<[^<>]*>|[^<>\]]+|./g
const isAddress = (part: string) => /^[<\]]./.test(part) && !part.includes('mailto:')

/** Characters before or after a name that make it part of a longer word or a web address. */
const RUNS_INTO = /[\p{L}\p{N}_@/{]$|[\p{L}\p{N}/][.-]$/u
const RUNS_ON = /^[\p{L}\p{N}_@/}]|^[.-][\p{L}\p{N}]/u

/** Returns a function that replaces names by placeholders, but not inside words or web addresses. */
function createNameReplacer(site: PlaceholderValues, escapeText: (text: string) => string): (text: string) => string {
  const names = NAMES.filter((name) => site[name]).sort((one, other) => site[other].length - site[one].length)
  const replaceName = (text: string, name: (typeof NAMES)[number]) => {
    const value = escapeText(site[name])
    const isPart = (before: string, after: string) =>
      RUNS_INTO.test(before.slice(-2)) || RUNS_ON.test(after.slice(0, 2))
    return text.split(value).reduce((before, after) => before + (isPart(before, after) ? value : `{${name}}`) + after)
  }
  return (text) => names.reduce(replaceName, text)
}

function mapFields(fields: readonly NamedField[], words: object, change: Change): Words {
  const values = words as Words
  return Object.fromEntries(fields.map((field) => [field.name, mapField(field, values[field.name], change)]))
}

function mapField(field: NamedField, value: unknown, change: Change): unknown {
  if (Array.isArray(value))
    return field.kind === 'list' ? value.map((item) => mapFields(field.fields, item, change)) : value
  if (field.kind === 'picture' && value) return { ...value, alt: change((value as { alt: string }).alt, field) }
  const isText = ['line', 'text', 'prose', 'address'].includes(field.kind)
  return isText && typeof value === 'string' ? change(value, field) : value
}

/** A section's fields for the edit conflict notice. Each list item is a field of its own, so that only differences are shown. */
export function describeSection({ fields }: SectionView, site: PlaceholderValues): FieldDescriptions<Words> {
  return fields.flatMap((field) => {
    const getValue = (words: Words) => mapField(field, words[field.name], createFiller(site))
    if (field.kind !== 'list')
      return [{ label: field.label, getText: (words) => describeField(field, getValue(words)) }]
    return Array.from({ length: field.max }, (_, index) => ({
      label: `${field.label}, number ${index + 1}`,
      getText: (words: Words) => {
        const items = getValue(words) as Words[] | undefined
        return items?.[index] ? describeItem(field, items[index]) : ''
      },
    }))
  })
}

function describeField(field: Exclude<NamedField, { kind: 'list' }>, value: unknown): string {
  switch (field.kind) {
    case 'tick':
      return value === true ? 'Yes' : 'No'
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? ''
    case 'prose':
      return renderPlainText(String(value ?? ''))
    case 'picture':
      return describePicture(value as Partial<ShownPicture> | null)
    default:
      return String(value ?? '')
  }
}

function describePicture(shown: Partial<ShownPicture> | null): string {
  const which = shown?.picture ? 'Your picture' : 'Our drawing'
  return shown?.alt ? `${which}: ${shown.alt}` : which
}

function describeItem({ fields }: { fields: readonly NamedField[] }, item: Record<string, unknown>): string {
  return fields
    .map((field) => (field.kind === 'list' ? '' : describeField(field, item[field.name])))
    .filter(Boolean)
    .join('\n')
}

/** Start of a section's text after its heading, for a summary line; for a list, its items' names. '' if empty. */
export function getSectionBeginning({ fields }: SectionView, words: Words, max = 90): string {
  const texts = fields.filter(({ kind, name }) => kind !== 'tick' && kind !== 'picture' && name !== 'heading')
  const heading = fields.filter(({ name }) => name === 'heading')
  const all = [...texts, ...heading].map((field) => tidy(describeValue(field, words[field.name])))
  return truncate(all.find(Boolean) ?? '', max)
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()

const hasKind =
  <Kind extends 'line' | 'text'>(kind: Kind) =>
  (field: NamedField): field is Extract<NamedField, { kind: 'line' | 'text' | 'prose' | 'address' }> =>
    field.kind === kind

function describeValue(field: NamedField, value: unknown): string {
  if (field.kind !== 'list') return describeField(field, value)
  const [named] = [...field.fields.filter(hasKind('line')), ...field.fields.filter(hasKind('text'))]
  if (!named || !Array.isArray(value)) return ''
  const names = value.map((item: Record<string, unknown>) => describeField(named, item[named.name]))
  // Texts are sentences; lines are names.
  return names.join(named.kind === 'text' ? ' ' : ', ')
}
