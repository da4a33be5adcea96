import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { parseThemeName, themes } from '~/content/themes'
import { createIcon, createIconOfDrawing } from '~/domain/files/picture.server'
import { openRow, openStored } from '~/domain/files/store.server'
import type { Centre } from '~/settings.server'
import type { Database } from '~db/schema'
import { parsePictureName } from './picture'

/** The last icon, by its logo and theme. */
const icons = new LRUCache<string, Buffer, Parameters<typeof make>>({
  max: 1,
  ignoreFetchAbort: true,
  fetchMethod: (_of, _stale, { context }) => make(...context),
})

/**
 * The website's icon, a square PNG: the centre's logo on white, or our symbol in the theme's colours. Throws what createIcon
 * throws.
 */
export function getWebsiteIcon(db: Database, uploads: string, { logo, theme }: Centre): Promise<Buffer> {
  return icons.forceFetch(`${logo} ${theme}`, { context: [db, uploads, logo, theme] })
}

async function make(db: Database, uploads: string, logo: string | null, theme: string): Promise<Buffer> {
  const address = logo && parsePictureName(logo)?.address
  const row = db
    .selectFrom('websitePictures')
    .selectAll()
    .where('address', '=', address || '')
  const bytes = await openRow(uploads, row, async ({ storageKey }) => {
    const handle = await openStored(uploads, { storageKey })
    return handle.readFile().finally(() => handle.close())
  })
  if (bytes) return createIcon(bytes)
  const svg = await readFile('public/favicon.svg', 'utf8')
  return createIconOfDrawing(Buffer.from(svg.replaceAll(themes.river.river, themes[parseThemeName(theme)].river)))
}
