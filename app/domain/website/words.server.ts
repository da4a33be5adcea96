import { drawings } from '~/content/drawings'
import { fill, type PlaceholderValues } from '~/content/fill'
import type { FieldDescriptions } from '~/domain/change.server'
import { renderMarkdown, renderPlainText, type SafeHtml } from '~/domain/rich-text.server'
import { toTelephoneLink } from '~/domain/telephone.server'
import { truncate } from '~/domain/text'
import type { NamedField, SectionView } from './field-kinds'
import { LONGEST_ALT } from './fields.server'
import { getFirstText, type Sections, type ShownTextOf, type StoredTextOf, type WebsitePage } from './page.server'
import { findPlacedPictures, type ShownPicture } from './picture'

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** As sanitised HTML has a text outside of its tags. */
const inHtml = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPED[sign] ?? sign)
/** A name as the words of a text in Markdown, where it must not become a mark, an element or an entity. */
const inMarkdown = (text: string) => text.replace(/[\\*[\]<&]/g, '\\$&')
const NAMES = ['shortName', 'name', 'phone', 'email', 'address'] as const

type Words = Record<string, unknown>
type Fields = Pick<SectionView, 'fields'>
type Change = (text: string, field: NamedField) => string

function fillIn(site: PlaceholderValues): Change {
  const escaped = Object.fromEntries(NAMES.map((name) => [name, inMarkdown(site[name])])) as PlaceholderValues
  return (text, { kind }) => fill(text, kind === 'prose' ? escaped : site)
}

/** What `filled` made of a page's words: rendering the longest page takes 5 ms. Goes with the words, which findPage keeps. */
const shownBefore = new WeakMap<object, { names: string; shown: unknown }>()

/** The words of a page with the centre's names and addresses in their places, as the page shows them. */
export function fillPlaceholders<Of extends Sections>(
  page: WebsitePage<Of>,
  words: StoredTextOf<Of>,
  site: PlaceholderValues,
): ShownTextOf<Of> {
  const names = JSON.stringify(NAMES.map((name) => site[name]))
  const before = shownBefore.get(words)
  if (before?.names === names) return before.shown as ShownTextOf<Of>
  const fillText = fillIn(site)
  const change: Change = (text, field) =>
    field.kind === 'prose' ? proseOf(fillText(text, field), site) : fillText(text, field)
  const sections = page.views.map(({ name, fields }) => [name, changedFields(fields, words[name] ?? {}, change)])
  const shown = Object.fromEntries(sections) as ShownTextOf<Of>
  shownBefore.set(words, { names, shown })
  return shown
}

const proseOf = (typed: string, site: PlaceholderValues) =>
  withPhoneLinks(renderMarkdown(typed, { sitePages: true }), site) as SafeHtml

function withPhoneLinks(html: string, { phone }: PlaceholderValues): string {
  const address = toTelephoneLink(phone)
  if (!address) return html
  const link = `<a href="${address}">${inHtml(phone)}</a>`
  let isLink = false
  const withLink = (part: string) => {
    if (/^<\/?a\b/.test(part)) isLink = part.startsWith('<a')
    return isLink || part.startsWith('<') ? part : part.replaceAll(inHtml(phone), () => link)
  }
  return html
    .split(/(<[^<>]*>)/)
    .map(withLink)
    .join('')
}

/**
 * A section as a tutor's form shows it: with the centre's names, and formatted text as it is typed; `previews` has its HTML too, and
 * `plain` has its longer texts without formatting.
 */
export function getEditableSection({ fields }: Fields, words: object, site: PlaceholderValues) {
  const change = fillIn(site)
  const previews: [typed: string, html: SafeHtml][] = []
  const plain: string[] = []
  const typed = changedFields(fields, words, (text, field) => {
    const typed = change(text, field)
    if (field.kind === 'text') plain.push(typed)
    if (field.kind === 'prose') previews.push([typed, renderMarkdown(typed, { sitePages: true })])
    return typed
  })
  return { words: typed, previews, plain }
}

/**
 * The words of a form as they are stored: where they say the centre's names and addresses as these are today, they follow when these
 * are changed. What would be longer than its field may be stays as it was typed.
 */
export function toStoredSection({ fields }: Fields, words: object, site: PlaceholderValues): Words {
  const plain = namesIn(site, (text) => text)
  const markdown = namesIn(site, inMarkdown)
  return changedFields(fields, words, (text, field) => {
    if (field.kind === 'address') return text
    if (field.kind === 'prose')
      return text.replace(ADDRESS_OR_WORDS, (part) => (isAddress(part) ? part : markdown(part)))
    const short = plain(text)
    return short.length > ('most' in field ? field.most : LONGEST_ALT) ? text : short
  })
}

/** The address of a link, the tag of an element, or words. */
const ADDRESS_OR_WORDS = /\]\([^()]*\)|<[^<>]*>|[^<>\]]+|./g
const isAddress = (part: string) => /^[<\]]./.test(part) && !part.includes('mailto:')

/** What makes the words before a name, or those after it, a part of it or of a web address. */
const RUNS_INTO = /[\p{L}\p{N}_@/{]$|[\p{L}\p{N}/][.-]$/u
const RUNS_ON = /^[\p{L}\p{N}_@/}]|^[.-][\p{L}\p{N}]/u

/** What puts the placeholder of a name where a text says it: as words of their own, and in no web address. */
function namesIn(site: PlaceholderValues, as: (text: string) => string): (text: string) => string {
  const names = NAMES.filter((name) => site[name]).sort((one, other) => site[other].length - site[one].length)
  const inOne = (text: string, name: keyof PlaceholderValues) => {
    const said = as(site[name])
    const isPart = (before: string, after: string) =>
      RUNS_INTO.test(before.slice(-2)) || RUNS_ON.test(after.slice(0, 2))
    return text.split(said).reduce((before, after) => before + (isPart(before, after) ? said : `{${name}}`) + after)
  }
  return (text) => names.reduce(inOne, text)
}

function changedFields(fields: readonly NamedField[], words: object, change: Change): Words {
  const values = words as Words
  return Object.fromEntries(fields.map((field) => [field.name, changedField(field, values[field.name], change)]))
}

function changedField(field: NamedField, value: unknown, change: Change): unknown {
  if (Array.isArray(value))
    return field.kind === 'list' ? value.map((item) => changedFields(field.fields, item, change)) : value
  if (field.kind === 'picture' && value) return { ...value, alt: change((value as { alt: string }).alt, field) }
  const isText = ['line', 'text', 'prose', 'address'].includes(field.kind)
  return isText && typeof value === 'string' ? change(value, field) : value
}

/** What a page's words, as they are shown, say of its pictures for who can't see them, and that came with the website. */
export function findExampleAlts<Of extends Sections>(
  page: WebsitePage<Of>,
  shown: object,
  site: PlaceholderValues,
): string[] {
  const altsIn = (words: object) => findPlacedPictures(words).map(({ picture }) => picture.alt)
  const ours = new Set([...altsIn(fillPlaceholders(page, getFirstText(page), site)), ...Object.values(drawings)])
  return [...new Set(altsIn(shown))].filter((alt) => alt !== '' && ours.has(alt))
}

/** A section's fields for people to read, where two tutors changed it; of a list each place by itself, so that only what differs is told. */
export function describeSection({ fields }: SectionView, site: PlaceholderValues): FieldDescriptions<Words> {
  return fields.flatMap((field) => {
    const valueIn = (words: Words) => changedField(field, words[field.name], fillIn(site))
    if (field.kind !== 'list') return [{ label: field.label, of: (words) => inWords(field, valueIn(words)) }]
    return Array.from({ length: field.most }, (_, place) => ({
      label: `${field.label}, number ${place + 1}`,
      of: (words: Words) => {
        const items = valueIn(words) as Words[] | undefined
        return items?.[place] ? itemInWords(field, items[place]) : ''
      },
    }))
  })
}

function inWords(field: Exclude<NamedField, { kind: 'list' }>, value: unknown): string {
  switch (field.kind) {
    case 'tick':
      return value === true ? 'Yes' : 'No'
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? ''
    case 'prose':
      return renderPlainText(String(value ?? ''))
    case 'picture':
      return pictureInWords(value as Partial<ShownPicture> | null)
    default:
      return String(value ?? '')
  }
}

function pictureInWords(shown: Partial<ShownPicture> | null): string {
  const which = shown?.picture ? 'A picture of yours' : 'Our drawing'
  return shown?.alt ? `${which}: ${shown.alt}` : which
}

function itemInWords({ fields }: { fields: readonly NamedField[] }, item: Record<string, unknown>): string {
  return fields
    .map((field) => (field.kind === 'list' ? '' : inWords(field, item[field.name])))
    .filter(Boolean)
    .join('\n')
}

/** The first words of a section besides its heading, for a line about it; of a list what its items are called. '' where it has none. */
export function getSectionBeginning({ fields }: SectionView, words: Words, most = 90): string {
  const texts = fields.filter(({ kind, name }) => kind !== 'tick' && kind !== 'picture' && name !== 'heading')
  const heading = fields.filter(({ name }) => name === 'heading')
  const all = [...texts, ...heading].map((field) => tidy(called(field, words[field.name])))
  return truncate(all.find(Boolean) ?? '', most)
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()

const isOf =
  <Kind extends 'line' | 'text'>(kind: Kind) =>
  (field: NamedField): field is Extract<NamedField, { kind: 'line' | 'text' | 'prose' | 'address' }> =>
    field.kind === kind

function called(field: NamedField, value: unknown): string {
  if (field.kind !== 'list') return inWords(field, value)
  const [named] = [...field.fields.filter(isOf('line')), ...field.fields.filter(isOf('text'))]
  if (!named || !Array.isArray(value)) return ''
  const calls = value.map((item: Record<string, unknown>) => inWords(named, item[named.name]))
  // Texts end with a full stop; lines are names.
  return calls.join(named.kind === 'text' ? ' ' : ', ')
}
