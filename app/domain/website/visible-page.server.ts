import { drawings } from '~/content/drawings'
import { findHiddenOnWebsite } from '~/domain/consent/visibility.server'
import type { Database } from '~db/schema'
import type { Sections, StoredTextOf, WebsitePage } from './page.server'
import { findPlacedPictures, listPictureAddresses, parsePictureName, type ShownPicture } from './picture'
import { findPage, type PublishedPage } from './website.server'

/** The addresses of each text that was shown: a published one stays the same object until the next version (website.server.ts). */
const addressesByText = new WeakMap<object, string[]>()

/**
 * Removes pictures of people who have not given permission from a page's text. Our drawings replace them, but not next to a
 * person's name.
 */
export async function removeHiddenPictures<Of extends Sections>(
  db: Database,
  page: WebsitePage<Of>,
  words: StoredTextOf<Of>,
): Promise<StoredTextOf<Of>> {
  const getAddress = (name: unknown) => (typeof name === 'string' ? parsePictureName(name)?.address : undefined)
  const addresses = addressesByText.get(words) ?? listPictureAddresses(words)
  addressesByText.set(words, addresses)
  const refused = await findHiddenOnWebsite(db, addresses)
  if (refused.size === 0) return words
  const copy = structuredClone(words)
  for (const { field, picture } of findPlacedPictures(copy))
    if (refused.has(getAddress(picture.picture) ?? '')) replacePicture(picture, isPortrait(page, field))
  return copy
}

/** Replaces an upload by our drawing, or by nothing. */
function replacePicture(picture: ShownPicture, isPortrait: boolean): void {
  const drawing = isPortrait ? '' : picture.drawing
  const alt = Object.hasOwn(drawings, drawing) ? drawings[drawing as keyof typeof drawings] : ''
  for (const name of Object.keys(picture)) delete picture[name as keyof ShownPicture]
  Object.assign(picture, { drawing, alt } satisfies ShownPicture)
}

/** True if a field ('student.picture', 'items[2].picture') is a picture next to a person's name. */
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

/** A page as visitors see it: findPage without hidden pictures. */
export async function findShownPage<Of extends Sections>(
  db: Database,
  page: WebsitePage<Of>,
): Promise<PublishedPage<Of>> {
  const published = await findPage(db, page)
  return { ...published, words: await removeHiddenPictures(db, page, published.words) }
}
