import { sql } from 'kysely'
import type { Database } from '~db/schema'
import { PHOTO_TITLE, parsePhotoNumber } from './titles'

/** Literals, not parameters: only then does SQLite use the index of migration 013. */
const number = sql<number | null>`cast(substr(title, ${sql.lit(PHOTO_TITLE.length + 1)}) as integer)`
const isNumbered = sql<boolean>`album = 'qqi' and substr(title, 1, ${sql.lit(PHOTO_TITLE.length)}) = ${sql.lit(PHOTO_TITLE)}`

/** One more than the highest number of a photo: a removed one is not used again while a higher one exists. */
export async function findNextNumber(db: Database): Promise<number> {
  const numbered = db
    .selectFrom('files')
    .where(isNumbered)
    .select(({ fn }) => fn.max(number).as('highest'))
  return ((await numbered.executeTakeFirstOrThrow()).highest ?? 0) + 1
}

export async function findNextTitle(db: Database): Promise<string> {
  return `${PHOTO_TITLE}${await findNextNumber(db)}`
}

/** `title`, or the next one where another photo has its number: two tutors may upload at once. */
export async function findFreeTitle(db: Database, title: string): Promise<string> {
  if (!parsePhotoNumber(title)) return title
  const taken = db.selectFrom('files').select('id').where('album', '=', 'qqi').where('title', '=', title)
  return (await taken.executeTakeFirst()) ? findNextTitle(db) : title
}
