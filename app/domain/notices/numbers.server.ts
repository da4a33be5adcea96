import { sql } from 'kysely'
import type { Database } from '~db/schema'
import { PHOTO_TITLE, parsePhotoNumber } from './titles'

/** Literals, because with parameters SQLite does not use the index of migration 013. */
const photoNumberColumn = sql<number | null>`cast(substr(title, ${sql.lit(PHOTO_TITLE.length + 1)}) as integer)`
const isNumberedPhoto = sql<boolean>`album = 'qqi' and substr(title, 1, ${sql.lit(PHOTO_TITLE.length)}) = ${sql.lit(PHOTO_TITLE)}`

/** One more than the highest photo number, so that numbers of removed photos are not reused while a higher one exists. */
export async function findNextNumber(db: Database): Promise<number> {
  const numbered = db
    .selectFrom('files')
    .where(isNumberedPhoto)
    .select(({ fn }) => fn.max(photoNumberColumn).as('highest'))
  return ((await numbered.executeTakeFirstOrThrow()).highest ?? 0) + 1
}

export async function findNextTitle(db: Database): Promise<string> {
  return `${PHOTO_TITLE}${await findNextNumber(db)}`
}

/** Returns `title`, or the next title if another photo has its number, because two tutors may upload at once. */
export async function findFreeTitle(db: Database, title: string): Promise<string> {
  if (!parsePhotoNumber(title)) return title
  const taken = db.selectFrom('files').select('id').where('album', '=', 'qqi').where('title', '=', title)
  return (await taken.executeTakeFirst()) ? findNextTitle(db) : title
}
