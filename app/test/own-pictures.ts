import { join } from 'node:path'
import sharp from 'sharp'
import { inspect } from '~/domain/files/inspect.server'
import { keep } from '~/domain/files/store.server'
import { firstWords, type WebsitePage } from '~/domain/website/page.server'
import { websitePages } from '~/domain/website/pages.server'
import { picturesIn, type ShownPicture } from '~/domain/website/picture'
import { keepPicture } from '~/domain/website/pictures.server'
import { type EasyReadName, paths } from '~/paths'
import { openDatabase } from '~db/open'
import type { RunningRiverbank } from './running'
import { publishWords } from './website'

const pages = Object.values(websitePages) as unknown as WebsitePage[]
const nameOf = new Map(pages.map((page, index) => [page, Object.keys(websitePages)[index]]))

/** A picture's place on the website: an id, which stands for its words while it is looked at. */
interface Place {
  id: string
  /** Its section's name and its page's, as the editor's addresses have them. */
  editor: string
}

/** A place's id: the path where it is shown, its section and its field. */
function idOf(page: WebsitePage, section: string, field: string): string {
  const path = section === 'easyRead' ? paths.easyRead[nameOf.get(page) as EasyReadName] : page.to
  return `${path} ${section}.${field}`
}

/** Every place for a picture on the website, by the rules of its pages. */
export const places: Place[] = pages.flatMap((page) =>
  page.views.flatMap(({ name }) =>
    picturesIn(firstWords(page)[name]).map(({ field }) => ({
      id: idOf(page, name, field),
      editor: `${nameOf.get(page)}/${name}`,
    })),
  ),
)

/** Publishes every page of the website with what `shown` gives for each of its places. */
export function publishPictures(
  riverbank: Pick<RunningRiverbank, 'change'>,
  shown: (place: Place, index: number) => Partial<ShownPicture>,
): void {
  for (const page of pages) {
    const words = structuredClone(firstWords(page)) as Record<string, unknown>
    for (const [name, section] of Object.entries(words))
      for (const { field, picture } of picturesIn(section)) {
        const index = places.findIndex(({ id }) => id === idOf(page, name, field))
        Object.assign(picture, shown(places[index]!, index), { alt: places[index]!.id })
      }
    publishWords(riverbank, page, words)
  }
}

/** Where the head of the person in a photo is: its middle and its radius, as shares of the photo's width and height. */
export interface Head {
  x: number
  y: number
  across: number
  down: number
}

/** A photo as somebody might take one, and where the head in it is, which has to stay in sight. */
export interface MarkedPhoto {
  bytes: Buffer
  head?: Head
  part?: ShownPicture['part']
}

/** A photo of a person before hills, whose head, a disc, is at `x` and `y` (shares of its width and height). */
export async function photoOf(width: number, height: number, at: Partial<Head> & Pick<MarkedPhoto, 'part'> = {}) {
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

/** Photos and logos of each shape that people have; photos with `scale` of the width and height that phones give them, besides a tiny one. */
export async function photosOfAllShapes(scale: number): Promise<MarkedPhoto[]> {
  const scaled = (width: number, height: number, at?: Parameters<typeof photoOf>[2]) =>
    photoOf(width * scale, height * scale, at)
  return Promise.all([
    scaled(3000, 4000),
    scaled(1600, 1600, { y: 0.9, part: 'bottom' }),
    scaled(4000, 1000, { x: 0.1, part: 'top' }),
    photoOf(200, 200),
    scaled(4000, 3000, { y: 0.1, part: 'top' }),
    logoOf(1200, 200).then((bytes) => ({ bytes })),
    logoOf(600, 600).then((bytes) => ({ bytes })),
  ])
}

/** A logo: words beside a sign, on nothing, or the sign alone. */
export function logoOf(width: number, height: number): Promise<Buffer> {
  const sign = `<circle cx="${height / 2}" cy="${height / 2}" r="${height * 0.45}" fill="#98291B"/>`
  const words = `<text x="${height * 1.2}" y="${height * 0.72}" font-size="${height * 0.6}" font-family="sans-serif">Hazelwood</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${sign}${width > height ? words : ''}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** Keeps photos as pictures of the website. Gives their names. */
export async function keepPhotos({ dataDir }: Pick<RunningRiverbank, 'dataDir'>, photos: Buffer[]): Promise<string[]> {
  const db = openDatabase(join(dataDir, 'riverbank.sqlite'))
  const names: string[] = []
  try {
    for (const photo of photos) names.push(await keepPicture(db, join(dataDir, 'uploads'), photo))
  } finally {
    await db.destroy()
  }
  return names
}

/** Puts the photos, in turn, in the place of every picture that the portal, the newsletters and the board keep. */
export async function replaceFiles(riverbank: RunningRiverbank, photos: Buffer[]): Promise<void> {
  const { rows, change, dataDir } = riverbank
  change(`insert into boardPhotos (memberId, storageKey, fileType)
    select id, 'photo ' || id, 'image/jpeg' from boardMembers where id not in (select memberId from boardPhotos)`)
  const inspected = await Promise.all(photos.map((photo) => inspect(photo)))
  const tables = rows(`select name from sqlite_master where name <> 'websitePictures' and type = 'table'
    and exists (select 1 from pragma_table_info(sqlite_master.name) as fields where fields.name = 'storageKey')`)
  const db = openDatabase(join(dataDir, 'riverbank.sqlite'))
  for (const { name } of tables)
    for (const [index, { id }] of rows(`select id from ${name} where fileType like 'image/%'`).entries()) {
      const photo = inspected[index % inspected.length]!
      const has = new Set(rows('select name from pragma_table_info(?)', name).map((field) => field.name))
      await keep(db, join(dataDir, 'uploads'), photo, async (key) => {
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
