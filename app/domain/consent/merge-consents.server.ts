import { z } from 'zod'
import { consentAnswers, photoUses } from '~db/choices'
import type { Database } from '~db/schema'
import { writeMarks } from './marks.server'
import { listPeopleInPicture, markedPictureColumns } from './visibility.server'
import { type PictureKind, pictureKinds } from './words'

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
export const READ_MARKS = `select who.userId, users.createdAt,
    case when fileId is not null then 'file' when attachmentId is not null then 'newsletter' else 'website' end as kind,
    coalesce(files.storageKey, newsletterAttachments.storageKey, websitePicture) as picture
  from peopleInPictures as who join users on users.id = who.userId
  left join files on files.id = fileId left join newsletterAttachments on newsletterAttachments.id = attachmentId
  where coalesce(fileId, attachmentId, websitePicture) is not null`
export const READ_ERASED = `select 'file' as kind, storageKey as picture from files where whoIsIn = 'erased'
  union all select 'newsletter', storageKey from newsletterAttachments where whoIsIn = 'erased'
  union all select 'website', address from websitePictures where whoIsIn = 'erased'`
/** The same for the kinds that a replaced database from before migration 052 or 056 does not have, by table. */
export const READ_LATER_KINDS = {
  stepPhotos: {
    marks: `select who.userId, users.createdAt, 'step' as kind, storageKey as picture
      from peopleInPictures as who join users on users.id = who.userId join stepPhotos on stepPhotos.id = stepPhotoId`,
    erased: `select 'step' as kind, storageKey as picture from stepPhotos where whoIsIn = 'erased'`,
  },
  answerPhotos: {
    marks: `select who.userId, users.createdAt, 'answer' as kind, storageKey as picture
      from peopleInPictures as who join users on users.id = who.userId join answerPhotos on answerPhotos.id = answerPhotoId`,
    erased: `select 'answer' as kind, storageKey as picture from answerPhotos where whoIsIn = 'erased'`,
  },
} as const

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
    const { table, by } = markedPictureColumns[kind]
    const marked = change.updateTable(table as 'files').set({ whoIsIn: 'erased' })
    await marked.where(by as 'id', '=', ((await findMark(change, kind, picture)) ?? 0) as number).execute()
  }
}

/** The mark of a picture in this database: its address or id. Null if it is not here. */
async function findMark(db: Database, kind: PictureKind, picture: string): Promise<number | string | null> {
  if (kind === 'website') return picture
  const { table } = markedPictureColumns[kind]
  // Kysely can't type a table that is one of several.
  const row = db
    .selectFrom(table as 'files')
    .select('id')
    .where('storageKey', '=', picture)
  return (await row.executeTakeFirst())?.id ?? null
}
