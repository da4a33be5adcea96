import { z } from 'zod'
import { operator } from '~/domain/accounts/account'
import { findStoredCentre, replaceCentre, type StoredCentre } from '~/domain/centre/centre.server'
import { findStoredLogo } from '~/domain/centre/live.server'
import { centreDetails } from '~/domain/centre/schema'
import { copyMarks } from '~/domain/consent/marks.server'
import { writeSetting } from '~/domain/portal-settings.server'
import { Refused } from '~/domain/refused'
import type { Database } from '~db/schema'
import { getShapeVersion, type LegacyText, type Sections, type StoredTextOf, type WebsitePage } from './page.server'
import { websitePages } from './pages.server'
import { createPictureName, findPlacedPictures, parsePictureName } from './picture'
import { findPictureKey, insertPictures, requirePictures, storePictures } from './pictures.server'
import { findShownPage } from './shown.server'
import { findPage, replacePage } from './website.server'

/** Opening hours are null where nobody has looked at them yet. */
const carriedCentre = centreDetails.extend({ openingHours: centreDetails.shape.openingHours.nullable() })

/** A website as a file has it: every page's words, their shape and own sections; the centre's details where saved. */
const carriedSite = z.object({
  format: z.literal(1),
  pages: z.record(
    z.string(),
    z.object({
      shape: z.int().min(1),
      words: z.record(z.string(), z.record(z.string(), z.unknown())),
      own: z.array(z.string()),
    }),
  ),
  centre: carriedCentre.nullable(),
  /** The name of the picture that is the logo. */
  logo: z.string().nullable().default(null),
})
export type WebsiteExport = z.output<typeof carriedSite>

const pages = () => Object.entries(websitePages) as unknown as [name: string, page: WebsitePage][]

/** The whole website as everybody sees it, and the storage keys of its pictures by their names. */
export async function readWebsiteExport(db: Database): Promise<{ site: WebsiteExport; pictures: Map<string, string> }> {
  const carried: WebsiteExport['pages'] = {}
  for (const [name, page] of pages()) {
    const { words, own } = await findShownPage(db, page)
    carried[name] = { shape: getShapeVersion(page), words, own: [...own] }
  }
  const pictures = new Map<string, string>()
  const logo = await findStoredLogo(db)
  for (const name of [...namesIn(carried), ...(logo ? [logo] : [])]) {
    const key = await findPictureKey(db, name)
    if (key) pictures.set(name, key)
  }
  return { site: { format: 1, pages: carried, centre: await findStoredCentre(db), logo }, pictures }
}

const namesIn = (words: unknown) =>
  new Set(findPlacedPictures(words).flatMap(({ picture: { picture } }) => picture ?? []))

export interface ImportResult {
  pages: number
  centre: boolean
  pictures: number
}

/** Makes a carried website this one's, all or nothing. `bytesOf` gives a picture by its name. Throws Refused, 400. */
export async function importWebsite(
  db: Database,
  uploads: string,
  input: unknown,
  bytesOf: (name: string) => Promise<Buffer>,
): Promise<ImportResult> {
  const site = carriedSite.safeParse(input)
  if (!site.success)
    throw new Refused(400, newer(input) ?? `Its ${site.error.issues[0]?.path.join('.')} can’t be read.`)
  const checked = checkedPages(site.data)
  const { logo } = site.data
  if (logo !== null && !parsePictureName(logo)) throw new Refused(400, 'Its logo can’t be read.')
  const names = [...new Set([...namesIn(checked.map(({ words }) => words)), ...(logo ? [logo] : [])])]
  const wanted = names.map((name) => () => bytesOf(name))
  return storePictures(db, uploads, wanted, (made) => {
    const renamed = new Map(names.map((name, place) => [name, createPictureName(made[place]!)]))
    return db.transaction().execute(async (change) => {
      await insertPictures(change, made, null)
      // What this website once showed is known by its name: an import is no way round a 'no'.
      for (const [name, { address }] of names.map((name, place) => [name, made[place]!] as const))
        await copyMarks(change, 'website', parsePictureName(name)!.address, address)
      let changed = 0
      for (const { page, words, own } of checked) {
        const now = await findPage(change, page)
        const whole = { words: renaming(words, renamed), own }
        if (JSON.stringify(whole) === JSON.stringify({ words: now.words, own: now.own })) continue
        await requirePictures(change, whole.words)
        await replacePage(change, operator, page, whole)
        changed++
      }
      if (logo) await writeSetting(change, 'logo', renamed.get(logo)!)
      return { pages: changed, centre: await takeOverCentre(change, site.data.centre), pictures: made.length }
    })
  })
}

async function takeOverCentre(change: Database, details: StoredCentre | null): Promise<boolean> {
  const now = await findStoredCentre(change)
  const isSame =
    now && details && Object.entries(details).every(([name, value]) => now[name as keyof StoredCentre] === value)
  if (!details || isSame) return false
  await replaceCentre(change, operator, details)
  return true
}

const NEWER = 'It was made by a newer version of Riverbank. Please bring this one up to date, and import it again.'

const newer = (input: unknown) => (Number(Object(input).format) > 1 ? NEWER : null)

interface CheckedPage {
  page: WebsitePage
  words: StoredTextOf<Sections>
  own: string[]
}

/** Every page with its words as they are today. Throws Refused, 400, for words that its rules don't take, and for a page that is none. */
function checkedPages({ pages: carried }: WebsiteExport): CheckedPage[] {
  const known = new Map(pages())
  return Object.entries(carried).map(([name, { shape, words, own }]) => {
    const page = known.get(name)
    if (!page || shape > getShapeVersion(page)) throw new Refused(400, NEWER)
    // A section that is newer than the file is as it was written first.
    const { data, error } = page.schema.safeParse({ ...page.first, ...upgraded(page, shape, words) })
    if (data) return { page, words: data, own: Object.keys(page.sections).filter((section) => own.includes(section)) }
    const [issue] = error.issues
    throw new Refused(400, `Its page ‘${page.title}’ can’t be taken: ${issue?.path.join('.')}: ${issue?.message}`)
  })
}

function upgraded(page: WebsitePage, shape: number, words: LegacyText): LegacyText {
  try {
    return page.upgrades.slice(shape - 1).reduce((old, upgrade) => upgrade(old), words)
  } catch {
    throw new Refused(400, `Its page ‘${page.title}’ can’t be brought up to date.`)
  }
}

function renaming<Words>(words: Words, names: ReadonlyMap<string, string>): Words {
  const text = JSON.stringify(words, (key, value) => (key === 'picture' && names.get(value)) || value)
  return JSON.parse(text) as Words
}
