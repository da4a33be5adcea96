import type { NamedField } from '~/domain/website/field-kinds'
import type { WebsitePage } from '~/domain/website/page.server'
import { websitePages } from '~/domain/website/pages.server'
import type { RunningRiverbank } from './running'
import { publishWords } from './website'

type Extreme = 'least' | 'most'

/** Text with very long Irish names. */
const LONG_TEXT =
  'St Brigid’s Adult Education and Training Centre in Ballaghaderreen works with Oideachas agus Scileanna. '

/** A text of at most `max` characters; its number makes headings and list items unique. */
const createFiller = (max: number, number: number) =>
  `${number} ${LONG_TEXT.repeat(Math.ceil(max / LONG_TEXT.length))}`.slice(0, max).trim()

function createExtremeFields(end: Extreme) {
  let number = 0
  const ofFields = (fields: readonly NamedField[], first: Record<string, unknown>) =>
    Object.fromEntries(fields.map((field) => [field.name, ofField(field, first[field.name])]))
  function ofField(kind: NamedField, first: unknown): unknown {
    number += 1
    if (kind.kind === 'list') {
      const [example = {}] = first as Record<string, unknown>[]
      return Array.from({ length: kind[end === 'most' ? 'max' : 'min'] }, () => ofFields(kind.fields, example))
    }
    if (kind.kind === 'number') return end === 'most' ? kind.max : null
    if (kind.kind === 'choice') return kind.options[number % kind.options.length]?.value
    if (kind.kind !== 'line' && kind.kind !== 'text' && kind.kind !== 'prose') return first
    if (end === 'most') return createFiller(kind.max, number)
    return kind.isRequired ? String(number) : ''
  }
  return ofFields
}

/** A page's content at its minimum or maximum length and number of list items; its pictures are unchanged. */
function createExtremeContent(page: WebsitePage, end: Extreme): Record<string, unknown> {
  const first = page.first as Record<string, Record<string, unknown>>
  const ofFields = createExtremeFields(end)
  return Object.fromEntries(page.views.map(({ name, fields }) => [name, ofFields(fields, first[name] ?? {})]))
}

export function publishExtremes(riverbank: Pick<RunningRiverbank, 'change'>, end: Extreme): void {
  for (const page of Object.values(websitePages) as unknown as WebsitePage[])
    publishWords(riverbank, page, createExtremeContent(page, end))
}
