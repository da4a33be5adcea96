import { sql } from 'kysely'
import { z } from 'zod'
import { consentAnswers, photoUses } from '~db/choices'
import type { Database } from '~db/schema'
import { type PictureKind, pictureKinds } from './consents'
import { findStoredPictures, hidePermanently, writeMarks } from './marks.server'
import { listPeopleInPicture, markedPictureColumns } from './visibility.server'

/** A picture of the website by its address, others by the storage key of their bytes. */
const pictureKey = { kind: z.enum(pictureKinds), picture: z.string() }

/** The consents and marks in the database that a restore replaces. */
export const replacedConsents = z.object({
  consents: z.array(
    z.object({
      userId: z.int(),
      createdAt: z.string(),
      use: z.enum(photoUses),
      answer: z.enum(consentAnswers),
      supportedBy: z.string().nullable(),
      explained: z.string().nullable(),
      from: z.string(),
      until: z.string().nullable(),
      recordedAt: z.string(),
      byId: z.int().nullable(),
      // A replaced database from before migration 051 has none of these.
      ownWord: z.enum(['yes', 'no']).nullable().default(null),
      ownWordAt: z.string().nullable().default(null),
    }),
  ),
  marks: z.array(z.object({ userId: z.int(), createdAt: z.string(), ...pictureKey })),
  /** Pictures that show an erased person. */
  erased: z.array(z.object(pictureKey)),
})

/** Queries for the replaced database. They are plain SQL, because a restore has only its file. */
export const READ_CONSENTS = `select said.*, users.createdAt from photoConsents as said join users on users.id = said.userId`

/** The same for each kind of picture: its marks, and its pictures that show an erased person. An older database lacks some tables. */
export const markQueries = pictureKinds.map((kind) => {
  const { table, mark, by } = markedPictureColumns[kind]
  // Marks of the website outlive its pictures: importing one again finds them.
  const picture = kind === 'website' ? `who.${mark}` : 'marked.storageKey'
  return {
    table,
    marks: `select who.userId, users.createdAt, '${kind}' as kind, ${picture} as picture
      from peopleInPictures as who join users on users.id = who.userId
      left join ${table} as marked on marked.${by} = who.${mark} where ${picture} is not null`,
    erased: `select '${kind}' as kind, ${kind === 'website' ? by : 'storageKey'} as picture from ${table} where whoIsIn = 'erased'`,
  }
})

/**
 * Adds to a restored database the newer consents and marks of the replaced one, so that no restore undoes a 'no'. Call it in a transaction.
 * Skips people whom the restored database does not have, or whose id is another person's there.
 */
export async function mergeReplacedConsents(
  change: Database,
  { consents, marks, erased }: z.output<typeof replacedConsents>,
): Promise<void> {
  const people = await change.selectFrom('users').select(['id', 'createdAt']).where('erasedAt', 'is', null).execute()
  const isSame = (one: { userId: number; createdAt: string }) =>
    people.some(({ id, createdAt }) => id === one.userId && createdAt === one.createdAt)
  for (const { createdAt: _, byId, ...consent } of consents.filter(isSame)) {
    const same = change.selectFrom('photoConsents').select('id').where('userId', '=', consent.userId)
    const known = same.where('use', '=', consent.use).where('recordedAt', '=', consent.recordedAt)
    const { id } = (await known.executeTakeFirst()) ?? {}
    if (id !== undefined) {
      const { ownWord, ownWordAt } = consent
      const update = change.updateTable('photoConsents').set({ ownWord, ownWordAt })
      if (ownWord) await update.where('id', '=', id).execute()
      continue
    }
    const recorderId = people.some(({ id }) => id === byId) ? byId : null
    await change
      .insertInto('photoConsents')
      .values({ ...consent, byId: recorderId })
      .execute()
  }
  for (const [picture, marksOfPicture] of Map.groupBy(marks.filter(isSame), ({ picture }) => picture)) {
    const { kind } = marksOfPicture[0]!
    const mark = await findMark(change, kind, picture)
    if (mark === null) continue
    const inPicture = [
      ...new Set([...(await listPeopleInPicture(change, kind, mark)), ...marksOfPicture.map(({ userId }) => userId)]),
    ]
    await writeMarks(change, kind, mark, { inPicture, nobodyInPicture: false })
  }
  for (const { kind, picture } of erased) {
    const mark = await findMark(change, kind, picture)
    if (mark !== null) await hidePermanently(change, { kind, mark })
  }
}

/** The mark of a picture in this database: its address or id. Null if it is not here. */
async function findMark(db: Database, kind: PictureKind, picture: string): Promise<number | string | null> {
  if (kind === 'website') return picture
  const [found] = await findStoredPictures(db, kind, sql`storageKey = ${picture}`)
  return found?.mark ?? null
}
