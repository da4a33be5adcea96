import { drawings } from '~/content/drawings'
import { refusedOnWebsite } from '~/domain/consent/shown.server'
import type { Database } from '~db/schema'
import type { Sections, WebsitePage } from './page.server'
import { namedPicture, picturesIn, type ShownPicture } from './picture'
import { findPage, type PublishedPage } from './website.server'

/** The same words without the pictures that must not be shown, since somebody in them has not said yes to that: our drawings stand in their place. */
export async function withoutRefused<Words>(db: Database, words: Words): Promise<Words> {
  const addressOf = (name: unknown) => (typeof name === 'string' ? namedPicture(name)?.address : undefined)
  const addresses = picturesIn(words).flatMap(({ picture: { picture } }) => addressOf(picture) ?? [])
  const refused = await refusedOnWebsite(db, [...new Set(addresses)])
  if (refused.size === 0) return words
  const text = JSON.stringify(words, (_, value) => {
    const isPicture = value !== null && typeof value === 'object' && 'drawing' in value && 'alt' in value
    return isPicture && refused.has(addressOf(value.picture) ?? '') ? drawn(value) : value
  })
  return JSON.parse(text) as Words
}

function drawn({ drawing }: ShownPicture): ShownPicture {
  return { drawing, alt: Object.hasOwn(drawings, drawing) ? drawings[drawing as keyof typeof drawings] : '' }
}

/** A page as everybody sees it: as findPage, without pictures that must not be shown. */
export async function findShownPage<Of extends Sections>(
  db: Database,
  page: WebsitePage<Of>,
): Promise<PublishedPage<Of>> {
  const published = await findPage(db, page)
  return { ...published, words: await withoutRefused(db, published.words) }
}
