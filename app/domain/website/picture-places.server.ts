import type { Database } from '~db/schema'
import type { WebsitePage } from './page.server'
import { findWebsitePage, pageNames } from './pages.server'
import { findPlacedPictures, parsePictureName } from './picture'
import { findPage } from './website.server'

/** A place on the website with a picture: 'Activities: Art'. */
export interface WebsitePlace {
  /** Address of the picture. */
  address: string
  title: string
  /** True if visitors see it there. */
  isPublic: boolean
}

/** Places of each uploaded picture on pages and in drafts, by its address; published places first. */
export async function findPicturePlaces(db: Database): Promise<Map<string, WebsitePlace[]>> {
  const drafts = await db.selectFrom('websiteDrafts').select(['page', 'section', 'words']).execute()
  const places: WebsitePlace[] = []
  const inDrafts: WebsitePlace[] = []
  for (const page of pageNames.map((name) => findWebsitePage(name) as WebsitePage)) {
    places.push(...listPlacesIn(page, (await findPage(db, page)).words))
    for (const { section, words } of drafts.filter((draft) => draft.page === page.to))
      inDrafts.push(...listPlacesIn(page, { [section]: JSON.parse(words) }).map(markAsDraft))
  }
  const published = new Set(places.map(({ address, title }) => `${address} ${title}`))
  const others = inDrafts.filter(({ address, title }) => !published.has(`${address} ${title}`))
  return Map.groupBy([...places, ...others], ({ address }) => address)
}

const markAsDraft = (place: WebsitePlace): WebsitePlace => ({ ...place, isPublic: false })

type Words = Record<string, unknown>

function listPlacesIn(page: WebsitePage, words: Words): WebsitePlace[] {
  return findPlacedPictures(words).flatMap(({ field, picture: { picture } }) => {
    const address = picture === undefined ? undefined : parsePictureName(picture)?.address
    if (!address) return []
    const item = findItem(words, field)
    const section = page.views.find(({ name }) => field.startsWith(`${name}.`))?.title
    const title = `${page.title}: ${[item.name, item.label, section].find((name) => typeof name === 'string' && name)}`
    return [{ address, title, isPublic: item.isHidden !== true }]
  })
}

/** The list item with a field ('grid.items[2].photo'); empty outside a list. */
function findItem(words: Words, field: string): Words {
  const [, section = '', list = '', place] = /^(\w+)\.(\w+)\[(\d+)\]\./.exec(field) ?? []
  if (!place) return {}
  return ((words[section] as Words)[list] as Words[])[Number(place)]!
}
