import type { NamedField } from '~/domain/website/field-kinds'
import type { WebsitePage } from '~/domain/website/page.server'
import { websitePages } from '~/domain/website/pages.server'
import type { RunningRiverbank } from './running'
import { publishWords } from './website'

type End = 'least' | 'most'

/** Words of an Irish centre with names as long as they come. */
const LONG = 'St Brigid’s Adult Education and Training Centre in Ballaghaderreen works with Oideachas agus Scileanna. '

/** A text of so many characters; its number keeps headings and the things of a list apart. */
const filler = (most: number, number: number) =>
  `${number} ${LONG.repeat(Math.ceil(most / LONG.length))}`.slice(0, most).trim()

/** Makes the values of a page's fields, each text with a number of its own. */
function extremes(end: End) {
  let number = 0
  const ofFields = (fields: readonly NamedField[], first: Record<string, unknown>) =>
    Object.fromEntries(fields.map((field) => [field.name, ofField(field, first[field.name])]))
  function ofField(kind: NamedField, first: unknown): unknown {
    number += 1
    if (kind.kind === 'list') {
      const [example = {}] = first as Record<string, unknown>[]
      return Array.from({ length: kind[end] }, () => ofFields(kind.fields, example))
    }
    if (kind.kind === 'number') return end === 'most' ? kind.most : null
    if (kind.kind === 'choice') return kind.options[number % kind.options.length]?.value
    if (kind.kind !== 'line' && kind.kind !== 'text' && kind.kind !== 'prose') return first
    if (end === 'most') return filler(kind.most, number)
    return kind.isRequired ? String(number) : ''
  }
  return ofFields
}

/** A page's words as short as they may be with as few things as it may list, or as long with as many; its pictures stay. */
function extremeWords(page: WebsitePage, end: End): Record<string, unknown> {
  const first = page.first as Record<string, Record<string, unknown>>
  const ofFields = extremes(end)
  return Object.fromEntries(page.views.map(({ name, fields }) => [name, ofFields(fields, first[name] ?? {})]))
}

/** Publishes such words on every page of the website. */
export function publishExtremes(riverbank: Pick<RunningRiverbank, 'change'>, end: End): void {
  for (const page of Object.values(websitePages) as unknown as WebsitePage[])
    publishWords(riverbank, page, extremeWords(page, end))
}
