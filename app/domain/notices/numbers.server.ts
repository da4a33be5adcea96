import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Refused } from '~/domain/refused'
import type { Database, Row } from '~db/schema'
import { getPhotoPrefix, parsePhotoNumber } from './notices'

/** What photos of an album need of it; null is the photo notice, which has no row. */
export type PhotoAlbum = Pick<Row<'albums'>, 'id' | 'title'> | null

/** The album of a new photo, or null for the photo notice. Throws Refused, invalid, if it is gone. */
export async function findPhotoAlbum(db: Database, id: number | null): Promise<PhotoAlbum> {
  if (id === null) return null
  const album = await db.selectFrom('albums').select(['id', 'title']).where('id', '=', id).executeTakeFirst()
  if (!album) throw new Refused('invalid', 'This album is not there any more.', { field: 'albumId' })
  return album
}

/** Without `+`, SQLite reads all photos of the notice instead of the index of migration 013. */
const isOfAlbum = (album: PhotoAlbum): RawBuilder<SqlBool> =>
  album ? sql`albumId = ${album.id} and album = 'qqi'` : sql`+albumId is null and album = 'qqi'`

/** One more than the highest photo number, so that numbers of removed photos are not reused while a higher one exists. */
export async function findNextNumber(db: Database, album: PhotoAlbum): Promise<number> {
  const prefix = getPhotoPrefix(album)
  // Literals, because with parameters SQLite does not use the index of migration 013. SQLite counts characters.
  const length = [...prefix].length
  const number = sql<number | null>`cast(substr(title, ${sql.lit(length + 1)}) as integer)`
  const numbered = db
    .selectFrom('files')
    .where(isOfAlbum(album))
    .where(sql<SqlBool>`substr(title, 1, ${sql.lit(length)}) = ${sql.lit(prefix)}`)
    .select(({ fn }) => fn.max(number).as('highest'))
  return ((await numbered.executeTakeFirstOrThrow()).highest ?? 0) + 1
}

export async function findNextTitle(db: Database, album: PhotoAlbum): Promise<string> {
  return `${getPhotoPrefix(album)}${await findNextNumber(db, album)}`
}

/** Returns `title`, or the next title if another photo has its number, because two tutors may upload at once. */
export async function findFreeTitle(db: Database, album: PhotoAlbum, title: string): Promise<string> {
  if (!parsePhotoNumber(title, getPhotoPrefix(album))) return title
  const taken = db.selectFrom('files').select('id').where(isOfAlbum(album)).where('title', '=', title)
  return (await taken.executeTakeFirst()) ? findNextTitle(db, album) : title
}
