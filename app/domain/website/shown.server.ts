import { drawings } from '~/content/drawings'
import { findHiddenOnWebsite } from '~/domain/consent/shown.server'
import type { Database } from '~db/schema'
import type { Sections, StoredTextOf, WebsitePage } from './page.server'
import { findPlacedPictures, parsePictureName, type ShownPicture } from './picture'
import { findPage, type PublishedPage } from './website.server'

/**
 * The words of a page without the pictures that must not be shown, since somebody in them has not said yes to that. Our drawings replace
 * them, but not next to a person's name.
 */
export async function removeHiddenPictures<Of extends Sections>(
  db: Database,
  page: WebsitePage<Of>,
  words: StoredTextOf<Of>,
): Promise<StoredTextOf<Of>> {
  const addressOf = (name: unknown) => (typeof name === 'string' ? parsePictureName(name)?.address : undefined)
  const placed = findPlacedPictures(words)
  const addresses = placed.flatMap(({ picture: { picture } }) => addressOf(picture) ?? [])
  const refused = await findHiddenOnWebsite(db, [...new Set(addresses)])
  if (refused.size === 0) return words
  const copy = structuredClone(words)
  for (const { field, picture } of findPlacedPictures(copy))
    if (refused.has(addressOf(picture.picture) ?? '')) replace(picture, isPortrait(page, field))
  return copy
}

/** Puts our drawing into the place of an upload, or nothing. */
function replace(picture: ShownPicture, isPortrait: boolean): void {
  const drawing = isPortrait ? '' : picture.drawing
  const alt = Object.hasOwn(drawings, drawing) ? drawings[drawing as keyof typeof drawings] : ''
  for (const name of Object.keys(picture)) delete picture[name as keyof ShownPicture]
  Object.assign(picture, { drawing, alt } satisfies ShownPicture)
}

/** Whether a field ('student.picture', 'items[2].picture') is a picture of somebody whose name is next to it. */
function isPortrait(page: Pick<WebsitePage, 'views'>, field: string): boolean {
  const [section, ...path] = field.replace(/\[\d+\]/g, '').split('.')
  let fields = page.views.find(({ name }) => name === section)?.fields ?? []
  for (const part of path) {
    const found = fields.find(({ name }) => name === part)
    if (found?.kind !== 'list') return found?.kind === 'picture' && found.isPortrait === true
    fields = found.fields
  }
  return false
}

/** A page as everybody sees it: as findPage, without pictures that must not be shown. */
export async function findShownPage<Of extends Sections>(
  db: Database,
  page: WebsitePage<Of>,
): Promise<PublishedPage<Of>> {
  const published = await findPage(db, page)
  return { ...published, words: await removeHiddenPictures(db, page, published.words) }
}
