import { type RawBuilder, sql } from 'kysely'
import { haveSameBytes } from '~/domain/files/store.server'
import { orNotFound, Refused } from '~/domain/refused'
import type { Database } from '~db/schema'
import { type PictureKind, photoUseByKind, pictureKinds, SHOWS_ERASED } from './consents'
import type { PictureStudents } from './schema'
import { listPeopleInPicture, markedPictureColumns, requireYes } from './visibility.server'

/** A picture as its marks refer to it: by address on the website, by id elsewhere. */
export interface MarkedPicture {
  kind: PictureKind
  mark: number | string
}

interface StoredPicture extends MarkedPicture {
  storageKey: string
  size: number
  whoIsIn: 'unsaid' | 'said' | 'erased'
}

/** The pictures of a kind that `where` selects. */
export async function findStoredPictures(
  db: Database,
  kind: PictureKind,
  where: RawBuilder<unknown>,
): Promise<StoredPicture[]> {
  const { table, by } = markedPictureColumns[kind]
  const { rows } = await sql<Omit<StoredPicture, 'kind'>>`select ${sql.ref(by)} as mark, storageKey, size, whoIsIn
    from ${sql.table(table)} where ${where}`.execute(db)
  return rows.map((row) => ({ kind, ...row }))
}

/** All pictures with the same bytes, of any kind, the given one first. */
export async function findCopies(
  db: Database,
  uploads: string,
  { kind, mark }: MarkedPicture,
): Promise<StoredPicture[]> {
  const own = orNotFound(
    (await findStoredPictures(db, kind, sql`${sql.ref(markedPictureColumns[kind].by)} = ${mark}`))[0],
  )
  const isAsLarge = sql`size = ${own.size} and width is not null`
  const sameSize = (await Promise.all(pictureKinds.map((one) => findStoredPictures(db, one, isAsLarge)))).flat()
  const copies = [own]
  for (const other of sameSize) {
    if (other.kind === kind && other.mark === mark) continue
    if (await haveSameBytes(uploads, own.storageKey, other.storageKey)) copies.push(other)
  }
  return copies
}

/**
 * Marks who is in a new picture and its copies, within a transaction: the students that the upload names and those that a copy
 * already names. Throws Refused, invalid, if someone is not a student, or has not said yes and the picture is public.
 */
export async function markUpload(
  change: Database,
  uploads: string,
  picture: MarkedPicture,
  { inPicture = [], nobodyInPicture = false }: PictureStudents,
  { isPublic }: { isPublic: boolean },
): Promise<void> {
  const { kind } = picture
  const use = photoUseByKind[kind]
  const about = { field: 'inPicture' }
  await requireMarkableStudents(change, inPicture)
  const copies = await findCopies(change, uploads, picture)
  const known = await Promise.all(copies.map((copy) => listPeopleInPicture(change, copy.kind, copy.mark)))
  const all = [...new Set([...inPicture, ...known.flat()])]
  if (isPublic) await requireYes(change, all, use, about)
  const isErased = copies.some(({ whoIsIn }) => whoIsIn === 'erased')
  if (isPublic && isErased) throw new Refused('invalid', SHOWS_ERASED, about)
  const isSaid = nobodyInPicture || copies.some(({ whoIsIn }) => whoIsIn !== 'unsaid')
  for (const { kind, mark } of copies) await writeMarks(change, kind, mark, { inPicture: all, nobodyInPicture: isSaid })
  if (isErased) await hidePermanently(change, picture)
}

/** Marks who is in a picture, within a transaction; does nothing if an upload says nothing about it. */
export async function writeMarks(
  change: Database,
  kind: PictureKind,
  picture: number | string,
  { inPicture = [], nobodyInPicture = false }: PictureStudents,
): Promise<void> {
  if (inPicture.length === 0 && !nobodyInPicture) return
  const { table, mark, by } = markedPictureColumns[kind]
  const oldMarks = change.deleteFrom('peopleInPictures').where(mark, '=', picture as number & string)
  await oldMarks.execute()
  const nothing = { fileId: null, attachmentId: null, websitePicture: null, stepPhotoId: null, answerPhotoId: null }
  const rows = inPicture.map((userId) => ({ userId, ...nothing, [mark]: picture }))
  if (rows.length > 0) await change.insertInto('peopleInPictures').values(rows).execute()
  // Kysely can't type a table that is one of three. A picture of an erased person stays hidden.
  const unsaid = change.updateTable(table as 'files').where('whoIsIn', '=', 'unsaid')
  const row = unsaid.where(by as 'id', '=', picture as number)
  await row.set({ whoIsIn: 'said' }).execute()
}

/** Hides a picture of an erased person from everyone but tutors, within a transaction. */
export async function hidePermanently(change: Database, { kind, mark }: MarkedPicture): Promise<void> {
  const { table, by } = markedPictureColumns[kind]
  const picture = change.updateTable(table as 'files').where(by as 'id', '=', mark as number)
  await picture.set({ whoIsIn: 'erased' }).execute()
}

/** Throws Refused, invalid, unless all are students with open accounts or were marked `before`. */
export async function requireMarkableStudents(
  db: Database,
  ids: readonly number[],
  before: readonly number[] = [],
): Promise<void> {
  const others = ids.filter((id) => !before.includes(id))
  if (others.length === 0) return
  const known = db.selectFrom('users').select('id').where('id', 'in', others).where('role', '=', 'student')
  if ((await known.where('closedAt', 'is', null).execute()).length < others.length)
    throw new Refused('invalid', 'Please choose students from the list.', { field: 'inPicture' })
}

/** Copies a picture's marks to a copy of it, within a transaction. */
export async function copyMarks(change: Database, kind: PictureKind, from: number | string, to: number | string) {
  const inPicture = await listPeopleInPicture(change, kind, from)
  const [original] = await findStoredPictures(change, kind, sql`${sql.ref(markedPictureColumns[kind].by)} = ${from}`)
  await writeMarks(change, kind, to, { inPicture, nobodyInPicture: original?.whoIsIn === 'said' })
  if (original?.whoIsIn === 'erased') await hidePermanently(change, { kind, mark: to })
}

/** Hides all pictures of a person who is being erased, within a transaction. Call it before their marks are deleted. */
export async function hidePicturesOfPerson(change: Database, userId: number): Promise<void> {
  for (const { table, mark, by } of Object.values(markedPictureColumns))
    await sql`update ${sql.table(table)} set whoIsIn = 'erased'
      where ${sql.ref(by)} in (select ${sql.ref(mark)} from peopleInPictures where userId = ${userId})`.execute(change)
}
