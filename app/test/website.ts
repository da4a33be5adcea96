import { getShapeVersion, type WebsitePage } from '~/domain/website/page.server'
import type { RunningRiverbank } from './running'

/** A section's content as its form submits it: 'items[2].title', ticked boxes as 'on', empty values as ''. */
export function toFormFields(words: unknown, name = ''): Record<string, string> {
  if (Array.isArray(words))
    return Object.assign({}, ...words.map((item, index) => toFormFields(item, `${name}[${index}]`)))
  if (words !== null && typeof words === 'object')
    return Object.assign(
      {},
      ...Object.entries(words).map(([part, value]) => toFormFields(value, name ? `${name}.${part}` : part)),
    )
  if (words === false) return {}
  return { [name]: words === true ? 'on' : String(words ?? '') }
}

/**
 * Stores content of a website page as its newest version, with a number that this server has not cached before. `own` are the sections
 * that the centre has changed.
 */
export function publishWords(
  { change }: Pick<RunningRiverbank, 'change'>,
  page: WebsitePage,
  words: object,
  own: string[] = [],
): void {
  change(
    `insert into websiteVersions (page, version, shape, words, own, savedAt, savedBy, deed)
     select ?, max(coalesce(max(version), 0) + 1, unixepoch()), ?, ?, ?, '2026-01-01T09:00:00.000Z', 'Aoife', 'changed'
     from websiteVersions where page = ?`,
    ...[page.to, getShapeVersion(page), JSON.stringify(words), JSON.stringify(own), page.to],
  )
}
