import { join } from 'node:path'
import sharp from 'sharp'
import { inspect } from '~/domain/files/inspect.server'
import { storeFile } from '~/domain/files/store.server'
import { getFirstText, type WebsitePage } from '~/domain/website/page.server'
import { websitePages } from '~/domain/website/pages.server'
import { findPlacedPictures, type ShownPicture } from '~/domain/website/picture'
import { storePicture } from '~/domain/website/pictures.server'
import { type EasyReadName, paths } from '~/paths'
import { openDatabase } from '~db/open'
import type { RunningRiverbank } from './running'
import { publishWords } from './website'

const pages = Object.values(websitePages) as unknown as WebsitePage[]
const pageNames = new Map(pages.map((page, index) => [page, Object.keys(websitePages)[index]]))

/** A picture's place on the website. Its id is used as the alt text during a check. */
interface Place {
  id: string
  editor: string
}

/** A place's id: the path of the page, the section and the field. */
function getPlaceId(page: WebsitePage, section: string, field: string): string {
  const path = section === 'easyRead' ? paths.easyRead[pageNames.get(page) as EasyReadName] : page.to
  return `${path} ${section}.${field}`
}

export const picturePlaces: Place[] = pages.flatMap((page) =>
  page.views.flatMap(({ name }) =>
    findPlacedPictures(getFirstText(page)[name]).map(({ field }) => ({
      id: getPlaceId(page, name, field),
      editor: `${pageNames.get(page)}/${name}`,
    })),
  ),
)

export function publishPictures(
  riverbank: Pick<RunningRiverbank, 'change'>,
  shown: (place: Place, index: number) => Partial<ShownPicture>,
): void {
  for (const page of pages) {
    const words = structuredClone(getFirstText(page)) as Record<string, unknown>
    for (const [name, section] of Object.entries(words))
      for (const { field, picture } of findPlacedPictures(section)) {
        const index = picturePlaces.findIndex(({ id }) => id === getPlaceId(page, name, field))
        Object.assign(picture, shown(picturePlaces[index]!, index), { alt: picturePlaces[index]!.id })
      }
    publishWords(riverbank, page, words)
  }
}

/** The head of the person in a photo: its centre and radius, as shares of the photo's width and height. */
export interface Head {
  x: number
  y: number
  across: number
  down: number
}

/** A realistic photo, and the position of the head, which must stay visible. */
export interface MarkedPhoto {
  bytes: Buffer
  head?: Head
  part?: ShownPicture['part']
}

/** A photo of a person in front of hills, with the head at `x` and `y` (shares of its width and height). */
export async function createPhoto(width: number, height: number, at: Partial<Head> & Pick<MarkedPhoto, 'part'> = {}) {
  const { x = 0.5, y = 0.27, part } = at
  const radius = Math.min(width, height) * 0.05
  const [left, top] = [x * width, y * height]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#7fb2d9"/><stop offset="1" stop-color="#f3d9b1"/></linearGradient>
    <pattern id="grass" width="40" height="40" patternUnits="userSpaceOnUse"><path d="M0 40L8 6L12 40M20 40L30 14L36 40" stroke="#2f5d34" stroke-width="3" fill="none"/></pattern></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/><ellipse cx="${width * 0.3}" cy="${height}" rx="${width * 0.6}" ry="${height * 0.45}" fill="#5d8f5a"/>
    <rect y="${height * 0.75}" width="100%" height="25%" fill="#4f7d4c"/><rect y="${height * 0.75}" width="100%" height="25%" fill="url(#grass)"/>
    <path d="M${left - radius * 2.2} ${top + radius * 6}q0-${radius * 4.6} ${radius * 2.2}-${radius * 4.6}t${radius * 2.2} ${radius * 4.6}Z" fill="#98291b"/>
    <circle cx="${left}" cy="${top}" r="${radius}" fill="#e9b48c" stroke="#3b2417" stroke-width="${radius / 4}"/></svg>`
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer()
  return { bytes, part, head: { x, y, across: radius / width, down: radius / height } }
}

/** Photos and logos of all common shapes, with `scale` applied to phone dimensions, and one tiny photo. */
export async function createPhotosOfAllShapes(scale: number): Promise<MarkedPhoto[]> {
  const scaled = (width: number, height: number, at?: Parameters<typeof createPhoto>[2]) =>
    createPhoto(width * scale, height * scale, at)
  return Promise.all([
    scaled(3000, 4000),
    scaled(1600, 1600, { y: 0.9, part: 'bottom' }),
    scaled(4000, 1000, { x: 0.1, part: 'top' }),
    createPhoto(200, 200),
    scaled(4000, 3000, { y: 0.1, part: 'top' }),
    createLogo(1200, 200).then((bytes) => ({ bytes })),
    createLogo(600, 600).then((bytes) => ({ bytes })),
  ])
}

/** A transparent logo: a sign with text next to it, or the sign alone. */
export function createLogo(width: number, height: number): Promise<Buffer> {
  const sign = `<circle cx="${height / 2}" cy="${height / 2}" r="${height * 0.45}" fill="#98291B"/>`
  const words = `<text x="${height * 1.2}" y="${height * 0.72}" font-size="${height * 0.6}" font-family="sans-serif">Hazelwood</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${sign}${width > height ? words : ''}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

export async function storePhotos({ dataDir }: Pick<RunningRiverbank, 'dataDir'>, photos: Buffer[]): Promise<string[]> {
  const db = openDatabase(join(dataDir, 'riverbank.sqlite'))
  const names: string[] = []
  try {
    for (const photo of photos) names.push(await storePicture(db, join(dataDir, 'uploads'), photo))
  } finally {
    await db.destroy()
  }
  return names
}

/** Replaces every picture of the portal, the newsletters and the board with the photos, in turn. */
export async function replaceStoredPictures(riverbank: RunningRiverbank, photos: Buffer[]): Promise<void> {
  const { rows, change, dataDir } = riverbank
  change(`insert into boardPhotos (memberId, storageKey, fileType)
    select id, 'photo ' || id, 'image/jpeg' from boardMembers where id not in (select memberId from boardPhotos)`)
  const columns = 'fileType, size, width, height, storageKey, secret, createdAt'
  const values = (kind: string) =>
    `'image/jpeg', 1, 1, 1, '${kind} ' || id, '${'5ec7e7'.padEnd(32, '0')}', '2026-01-01T00:00:00.000Z'`
  change(`insert into stepPhotos (stepId, ${columns}) select id, ${values('step')} from guideSteps`)
  change(`insert into answerPhotos (questionId, answer, ${columns}) select id, 0, ${values('answer')} from questions`)
  const inspected = await Promise.all(photos.map((photo) => inspect(photo)))
  const tables = rows(`select name from sqlite_master where name <> 'websitePictures' and type = 'table'
    and exists (select 1 from pragma_table_info(sqlite_master.name) as fields where fields.name = 'storageKey')`)
  const db = openDatabase(join(dataDir, 'riverbank.sqlite'))
  for (const { name } of tables)
    for (const [index, { id }] of rows(`select id from ${name} where fileType like 'image/%'`).entries()) {
      const photo = inspected[index % inspected.length]!
      const has = new Set(rows('select name from pragma_table_info(?)', name).map((field) => field.name))
      await storeFile(db, join(dataDir, 'uploads'), photo, async (key) => {
        change(`update ${name} set storageKey = ?, fileType = 'image/jpeg' where id = ?`, key, id)
        if (has.has('width'))
          change(
            `update ${name} set width = ?, height = ?, size = ? where id = ?`,
            photo.width,
            photo.height,
            photo.size,
            id,
          )
      })
    }
  await db.destroy()
}
