import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { inspect } from '~/domain/files/inspect.server'
import { keep } from '~/domain/files/store.server'
import { firstWords, shapeOf, type WebsitePage } from '~/domain/website/page.server'
import { websitePages } from '~/domain/website/pages.server'
import { picturesIn, type Shape, type ShownPicture } from '~/domain/website/picture'
import { keepPicture } from '~/domain/website/pictures.server'
import { openDatabase } from '~db/open'
import type { RunningRiverbank } from './running'

const pages = Object.values(websitePages) as unknown as WebsitePage[]
const nameOf = new Map(pages.map((page, index) => [page, Object.keys(websitePages)[index]]))

/** A picture's place on the website: an id, which stands for its words while it is looked at. */
interface Place {
  id: string
  /** Its section's name and its page's, as the editor's addresses have them. */
  editor: string
  shape: Shape
}

/** Every place for a picture on the website, by the rules of its pages. */
export const places: Place[] = pages.flatMap((page) =>
  page.views.flatMap(({ name, fields }) => {
    const all = fields.flatMap((field) => [field, ...(field.kind === 'list' ? field.fields : [])])
    return picturesIn(firstWords(page)[name]).map(({ field }) => {
      const shown = all.find((one) => one.kind === 'picture' && one.name === field.replace(/^.*\./, ''))
      if (shown?.kind !== 'picture') throw new Error(`${page.to}: ${name}.${field} has no shape`)
      const { width, height } = shown
      return { id: `${page.to} ${name}.${field}`, editor: `${nameOf.get(page)}/${name}`, shape: { width, height } }
    })
  }),
)

/** Publishes every page of the website with what `shown` gives for each of its places. */
export function publishPictures(
  { change }: Pick<RunningRiverbank, 'change'>,
  shown: (place: Place, index: number) => Partial<ShownPicture>,
): void {
  for (const page of pages) {
    const words = structuredClone(firstWords(page)) as Record<string, unknown>
    for (const [name, section] of Object.entries(words))
      for (const { field, picture } of picturesIn(section)) {
        const index = places.findIndex(({ id }) => id === `${page.to} ${name}.${field}`)
        Object.assign(picture, shown(places[index]!, index), { alt: places[index]!.id })
      }
    change(
      `insert into websiteVersions (page, version, shape, words, own, savedAt, savedBy, deed)
       select ?, coalesce(max(version), 0) + 1, ?, ?, '[]', '2026-01-01T09:00:00.000Z', 'Aoife', 'changed'
       from websiteVersions where page = ?`,
      page.to,
      shapeOf(page),
      JSON.stringify(words),
      page.to,
    )
  }
}

/** One of our drawings as a camera would have taken it: its middle, in JPEG. */
export function photoOf(drawing: string, width: number, height: number): Promise<Buffer> {
  const svg = readFileSync(join('public/pictures', `${drawing}.svg`))
  return sharp(svg, { density: 300 }).resize({ width, height, fit: 'cover' }).jpeg({ quality: 85 }).toBuffer()
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
