import { fill, type SiteWords } from '~/content/fill'
import type { InWords } from '~/domain/change.server'
import { textOf } from '~/domain/rich-text.server'
import { cutShort } from '~/domain/text'
import type { NamedField, SectionView } from './field-kinds'
import type { Sections, WebsitePage, WordsOf } from './page.server'
import type { ShownPicture } from './picture'

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const inHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? sign)

/** The words of a page with the centre's names and addresses in their places, as the page shows them. */
export function filled<Of extends Sections>(page: WebsitePage<Of>, words: WordsOf<Of>, site: SiteWords): WordsOf<Of> {
  const { name, shortName, phone, email, address } = site
  const escaped = {
    name: inHtml(name),
    shortName: inHtml(shortName),
    phone: inHtml(phone),
    email: inHtml(email),
    address: inHtml(address),
  }
  const sections = page.views.map(({ name, fields }) => [
    name,
    filledFields(fields, words[name] ?? {}, { site, escaped }),
  ])
  return Object.fromEntries(sections) as WordsOf<Of>
}

interface Places {
  site: SiteWords
  /** The same within HTML. */
  escaped: SiteWords
}

function filledFields(fields: readonly NamedField[], words: object, places: Places): Record<string, unknown> {
  const values = words as Record<string, unknown>
  return Object.fromEntries(fields.map((field) => [field.name, filledField(field, values[field.name], places)]))
}

function filledField(field: NamedField, value: unknown, places: Places): unknown {
  if (field.kind === 'list') return (value as object[]).map((item) => filledFields(field.fields, item, places))
  if (field.kind === 'prose') return fill(value as string, places.escaped)
  if (field.kind === 'picture') {
    const picture = value as { alt: string }
    return { ...picture, alt: fill(picture.alt, places.site) }
  }
  return typeof value === 'string' ? fill(value, places.site) : value
}

/** A section's fields for people to read, where two tutors changed it; of a list each place by itself, so that only what differs is told. */
export function sectionInWords({ fields }: SectionView): InWords<Record<string, unknown>> {
  return fields.flatMap((field) => {
    if (field.kind !== 'list') return [{ label: field.label, of: (words) => inWords(field, words[field.name]) }]
    return Array.from({ length: field.most }, (_, place) => ({
      label: `${field.label}, number ${place + 1}`,
      of: (words: Record<string, unknown>) => {
        const items = words[field.name]
        return Array.isArray(items) && items[place] ? itemInWords(field, items[place]) : ''
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
      return textOf(String(value ?? ''))
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
export function beginningOf({ fields }: SectionView, words: Record<string, unknown>, most = 90): string {
  const texts = fields.filter(({ kind, name }) => kind !== 'tick' && kind !== 'picture' && name !== 'heading')
  const heading = fields.filter(({ name }) => name === 'heading')
  const all = [...texts, ...heading].map((field) => tidy(called(field, words[field.name])))
  return cutShort(all.find(Boolean) ?? '', most)
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
  return value.map((item: Record<string, unknown>) => inWords(named, item[named.name])).join(', ')
}
