import { fill, type SiteWords } from '~/content/fill'
import type { NamedField } from './field-kinds'
import type { Sections, WebsitePage, WordsOf } from './page.server'

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
