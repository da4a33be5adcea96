import type { NamedLook } from '~/domain/website/looks'
import { shapeOf, type WebsitePage } from '~/domain/website/page.server'
import { websitePages } from '~/domain/website/pages.server'
import type { RunningRiverbank } from './running'

type End = 'least' | 'most'

/** Words of an Irish centre with names as long as they come. */
const LONG = 'St Brigid’s Adult Education and Training Centre in Ballaghaderreen works with Oideachas agus Scileanna. '

/** A text of so many characters; its number keeps headings and the things of a list apart. */
const filler = (most: number, number: number) =>
  `${number} ${LONG.repeat(Math.ceil(most / LONG.length))}`.slice(0, most).trim()

/** Makes the values of a page's fields, each text with a number of its own. */
function extremes(end: End) {
  let number = 0
  const ofFields = (fields: readonly NamedLook[], first: Record<string, unknown>) =>
    Object.fromEntries(fields.map((field) => [field.name, ofField(field, first[field.name])]))
  function ofField(look: NamedLook, first: unknown): unknown {
    number += 1
    if (look.kind === 'list') {
      const [example = {}] = first as Record<string, unknown>[]
      return Array.from({ length: look[end] }, () => ofFields(look.fields, example))
    }
    if (look.kind === 'number') return end === 'most' ? look.most : null
    if (look.kind === 'choice') return look.options[number % look.options.length]?.value
    if (look.kind !== 'line' && look.kind !== 'text' && look.kind !== 'prose') return first
    if (end === 'most') return filler(look.most, number)
    return look.isRequired ? String(number) : ''
  }
  return ofFields
}

/** A page's words as short as they may be with as few things as it may list, or as long with as many; its pictures stay. */
function extremeWords(page: WebsitePage, end: End): Record<string, unknown> {
  const first = page.first as Record<string, Record<string, unknown>>
  const ofFields = extremes(end)
  return Object.fromEntries(page.looks.map(({ name, fields }) => [name, ofFields(fields, first[name] ?? {})]))
}

/** Publishes such words on every page of the website. */
export function publishExtremes({ change }: Pick<RunningRiverbank, 'change'>, end: End): void {
  for (const page of Object.values(websitePages) as unknown as WebsitePage[])
    change(
      `insert into websiteVersions (page, version, shape, words, own, savedAt, savedBy, deed)
       select ?, coalesce(max(version), 0) + 1, ?, ?, '[]', '2026-01-01T09:00:00.000Z', 'Aoife', 'changed'
       from websiteVersions where page = ?`,
      page.to,
      shapeOf(page),
      JSON.stringify(extremeWords(page, end)),
      page.to,
    )
}
