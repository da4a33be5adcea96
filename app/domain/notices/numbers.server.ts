import { sql } from 'kysely'
import type { Database } from '~db/schema'
import { PHOTO_TITLE, photoNumber } from './titles'

/** A photo's title with one more than the highest number in use: a removed number is not reused while a higher one exists. */
export async function nextTitle(db: Database): Promise<string> {
  const { highest } = await db
    .selectFrom('files')
    .select(sql<number | null>`max(cast(substr(title, ${PHOTO_TITLE.length + 1}) as integer))`.as('highest'))
    .where('album', '=', 'qqi')
    .where('title', 'like', `${PHOTO_TITLE}%`)
    .executeTakeFirstOrThrow()
  return `${PHOTO_TITLE}${(highest ?? 0) + 1}`
}

/** `title`, or the next one where another photo has its number: two tutors may upload at once. */
export async function freeTitle(db: Database, title: string): Promise<string> {
  if (!photoNumber(title)) return title
  const taken = db.selectFrom('files').select('id').where('album', '=', 'qqi').where('title', '=', title)
  return (await taken.executeTakeFirst()) ? nextTitle(db) : title
}
