import { z } from 'zod'
import { operator } from '~/domain/accounts/account'
import { findStoredCentre, replaceCentre, type StoredCentre } from '~/domain/centre/centre.server'
import {
  findStoredLogo,
  hasLogoWithName,
  markLogoWithName,
  readSetUpRecord,
  setUpRecord,
  writeSetUpRecord,
} from '~/domain/centre/live.server'
import { centreDetails } from '~/domain/centre/schema'
import { copyMarks } from '~/domain/consent/marks.server'
import { writeSetting } from '~/domain/portal-settings.server'
import { Refused } from '~/domain/refused'
import type { Database } from '~db/schema'
import { getShapeVersion, type LegacyText, type Sections, type StoredTextOf, type WebsitePage } from './page.server'
import { websitePages } from './pages.server'
import { createPictureName, findPlacedPictures, parsePictureName } from './picture'
import { findPictureKey, insertPictures, requirePictures, storePictures } from './pictures.server'
import { findShownPage } from './visible-page.server'
import { findPage, replacePage } from './website.server'

/** Opening hours are null until a tutor has checked them. */
const exportedCentre = centreDetails.extend({ openingHours: centreDetails.shape.openingHours.nullable() })

/** File format of an exported website: each page's text, its shape and own sections, and the centre's details if saved. */
const exportedSite = z.object({
  format: z.literal(1),
  pages: z.record(
    z.string(),
    z.object({
      shape: z.int().min(1),
      words: z.record(z.string(), z.record(z.string(), z.unknown())),
      own: z.array(z.string()),
    }),
  ),
  centre: exportedCentre.nullable(),
  /** Picture name of the logo. */
  logo: z.string().nullable().default(null),
  logoHasName: z.boolean().default(false),
  /** Whether the website is ready, and its hidden sections; null if it began without the set-up. */
  setUp: setUpRecord.nullable().default(null),
})
export type WebsiteExport = z.output<typeof exportedSite>

const listAllPages = () => Object.entries(websitePages) as unknown as [name: string, page: WebsitePage][]

/** The published website, and the storage keys of its pictures by name. */
export async function readWebsiteExport(db: Database): Promise<{ site: WebsiteExport; pictures: Map<string, string> }> {
  const exportedPages: WebsiteExport['pages'] = {}
  for (const [name, page] of listAllPages()) {
    const { words, own } = await findShownPage(db, page)
    exportedPages[name] = { shape: getShapeVersion(page), words, own: [...own] }
  }
  const pictures = new Map<string, string>()
  const logo = await findStoredLogo(db)
  for (const name of [...listPictureNames(exportedPages), ...(logo ? [logo] : [])]) {
    const key = await findPictureKey(db, name)
    if (key) pictures.set(name, key)
  }
  const logoHasName = await hasLogoWithName(db)
  const about = { centre: await findStoredCentre(db), logo, logoHasName, setUp: await readSetUpRecord(db) }
  return { site: { format: 1, pages: exportedPages, ...about }, pictures }
}

const listPictureNames = (words: unknown) =>
  new Set(findPlacedPictures(words).flatMap(({ picture: { picture } }) => picture ?? []))

export interface ImportResult {
  pages: number
  centre: boolean
  pictures: number
}

/** Imports an exported website, all or nothing. `readBytes` reads a picture by its name. Throws Refused, invalid. */
export async function importWebsite(
  db: Database,
  uploads: string,
  input: unknown,
  readBytes: (name: string) => Promise<Buffer>,
): Promise<ImportResult> {
  const site = exportedSite.safeParse(input)
  if (!site.success)
    throw new Refused(
      'invalid',
      describeNewerFormat(input) ?? `Its ${site.error.issues[0]?.path.join('.')} can’t be read.`,
    )
  const checked = checkPages(site.data)
  const { logo, logoHasName, setUp } = site.data
  if (logo !== null && !parsePictureName(logo)) throw new Refused('invalid', 'Its logo can’t be read.')
  const names = [...new Set([...listPictureNames(checked.map(({ words }) => words)), ...(logo ? [logo] : [])])]
  const readers = names.map((name) => () => readBytes(name))
  return storePictures(db, uploads, readers, (made) => {
    const renamed = new Map(names.map((name, index) => [name, createPictureName(made[index]!)]))
    return db.transaction().execute(async (change) => {
      await insertPictures(change, made, null)
      // Copy the marks of known pictures, so that an import can't undo a 'no'.
      for (const [name, { address }] of names.map((name, index) => [name, made[index]!] as const))
        await copyMarks(change, 'website', parsePictureName(name)!.address, address)
      let changed = 0
      for (const { page, words, own } of checked) {
        const now = await findPage(change, page)
        const whole = { words: renamePictures(words, renamed), own }
        if (JSON.stringify(whole) === JSON.stringify({ words: now.words, own: now.own })) continue
        await requirePictures(change, whole.words)
        await replacePage(change, operator, page, whole)
        changed++
      }
      if (logo) {
        await writeSetting(change, 'logo', renamed.get(logo)!)
        await markLogoWithName(change, logoHasName)
      }
      if (setUp) await writeSetUpRecord(change, setUp)
      return { pages: changed, centre: await importCentre(change, site.data.centre), pictures: made.length }
    })
  })
}

async function importCentre(change: Database, details: StoredCentre | null): Promise<boolean> {
  const now = await findStoredCentre(change)
  const isSame =
    now && details && Object.entries(details).every(([name, value]) => now[name as keyof StoredCentre] === value)
  if (!details || isSame) return false
  await replaceCentre(change, operator, details)
  return true
}

const NEWER_VERSION = 'It was made by a newer version of Riverbank. Please update this one, and import it again.'

const describeNewerFormat = (input: unknown) => (Number(Object(input).format) > 1 ? NEWER_VERSION : null)

interface CheckedPage {
  page: WebsitePage
  words: StoredTextOf<Sections>
  own: string[]
}

/** Brings the pages of a file to today's shape and checks them. Throws Refused, invalid, for invalid text and unknown pages. */
function checkPages({ pages: exportedPages }: WebsiteExport): CheckedPage[] {
  const known = new Map(listAllPages())
  return Object.entries(exportedPages).map(([name, { shape, words, own }]) => {
    const page = known.get(name)
    if (!page || shape > getShapeVersion(page)) throw new Refused('invalid', NEWER_VERSION)
    // Sections newer than the file get their first text.
    const { data, error } = page.schema.safeParse({ ...page.first, ...upgradeText(page, shape, words) })
    if (data) return { page, words: data, own: Object.keys(page.sections).filter((section) => own.includes(section)) }
    const [issue] = error.issues
    throw new Refused(
      'invalid',
      `Its page ‘${page.title}’ can’t be imported: ${issue?.path.join('.')}: ${issue?.message}`,
    )
  })
}

function upgradeText(page: WebsitePage, shape: number, words: LegacyText): LegacyText {
  try {
    return page.upgrades.slice(shape - 1).reduce((old, upgrade) => upgrade(old), words)
  } catch {
    throw new Refused('invalid', `Its page ‘${page.title}’ can’t be brought up to date.`)
  }
}

function renamePictures<Words>(words: Words, names: ReadonlyMap<string, string>): Words {
  const text = JSON.stringify(words, (key, value) => (key === 'picture' && names.get(value)) || value)
  return JSON.parse(text) as Words
}
