import { shapeOf, type WebsitePage } from '~/domain/website/page.server'
import type { RunningRiverbank } from './running'

/** Words of the website as their form sends them: 'items[2].title', ticks as 'on', what is empty as nothing. */
export function sentAs(words: unknown, name = ''): Record<string, string> {
  if (Array.isArray(words)) return Object.assign({}, ...words.map((item, place) => sentAs(item, `${name}[${place}]`)))
  if (words !== null && typeof words === 'object')
    return Object.assign(
      {},
      ...Object.entries(words).map(([part, value]) => sentAs(value, name ? `${name}.${part}` : part)),
    )
  if (words === false) return {}
  return { [name]: words === true ? 'on' : String(words ?? '') }
}

/**
 * Stores words of a page of the website as its newest version; one that no test before on this server had, for which the server may have
 * kept its words. `own` are the sections that are the centre's own.
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
    ...[page.to, shapeOf(page), JSON.stringify(words), JSON.stringify(own), page.to],
  )
}
