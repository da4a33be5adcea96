import { type RawBuilder, sql } from 'kysely'
import { haveSameBytes } from '~/domain/files/store.server'
import { orNotFound, Refused } from '~/domain/refused'
import type { Database } from '~db/schema'
import type { PictureStudents } from './schema'
import { listPeopleInPicture, markedPictureColumns, requireYes } from './shown.server'
import { getUseOfKind, type PictureKind, pictureKinds, SHOWS_ERASED } from './words'

/** A picture as its marks name it: by its address on the website, by its id elsewhere. */
export interface MarkedPicture {
  kind: PictureKind
  mark: number | string
}

interface Kept extends MarkedPicture {
  storageKey: string
  size: number
  whoIsIn: 'unsaid' | 'said' | 'erased'
}

async function keptPictures(db: Database, kind: PictureKind, where: RawBuilder<unknown>): Promise<Kept[]> {
  const { table, by } = markedPictureColumns[kind]
  const { rows } = await sql<Omit<Kept, 'kind'>>`select ${sql.ref(by)} as mark, storageKey, size, whoIsIn
    from ${sql.table(table)} where ${where}`.execute(db)
  return rows.map((row) => ({ kind, ...row }))
}

/** Takes a picture and returns every picture of any kind with the same bytes, the picture itself first. */
export async function findCopies(db: Database, uploads: string, { kind, mark }: MarkedPicture): Promise<Kept[]> {
  const own = orNotFound((await keptPictures(db, kind, sql`${sql.ref(markedPictureColumns[kind].by)} = ${mark}`))[0])
  const isAsLarge = sql`size = ${own.size} and width is not null`
  const sameSize = (await Promise.all(pictureKinds.map((one) => keptPictures(db, one, isAsLarge)))).flat()
  const copies = [own]
  for (const other of sameSize) {
    if (other.kind === kind && other.mark === mark) continue
    if (await haveSameBytes(uploads, own.storageKey, other.storageKey)) copies.push(other)
  }
  return copies
}

/**
 * Writes who is in a new picture, and in its copies, as part of a transaction: the students that the upload names and those that a copy
 * already names. Throws Refused, 400, for somebody who is no student, and for a public picture of somebody without a yes to its use.
 */
export async function markUpload(
  change: Database,
  uploads: string,
  picture: MarkedPicture,
  { inPicture = [], nobodyInPicture = false }: PictureStudents,
  { isPublic }: { isPublic: boolean },
): Promise<void> {
  const { kind } = picture
  const use = getUseOfKind[kind]
  const about = { field: 'inPicture' }
  await requireMarkableStudents(change, inPicture)
  const copies = await findCopies(change, uploads, picture)
  const known = await Promise.all(copies.map((copy) => listPeopleInPicture(change, copy.kind, copy.mark)))
  const all = [...new Set([...inPicture, ...known.flat()])]
  if (isPublic) await requireYes(change, all, use, about)
  const isErased = copies.some(({ whoIsIn }) => whoIsIn === 'erased')
  if (isPublic && isErased) throw new Refused(400, SHOWS_ERASED, about)
  const isSaid = nobodyInPicture || copies.some(({ whoIsIn }) => whoIsIn !== 'unsaid')
  for (const { kind, mark } of copies) await writeMarks(change, kind, mark, { inPicture: all, nobodyInPicture: isSaid })
  if (isErased) await keepHidden(change, picture)
}

/** Writes who is in a picture, as part of a transaction; nothing where an upload says nothing of it. */
export async function writeMarks(
  change: Database,
  kind: PictureKind,
  picture: number | string,
  { inPicture = [], nobodyInPicture = false }: PictureStudents,
): Promise<void> {
  if (inPicture.length === 0 && !nobodyInPicture) return
  const { table, mark, by } = markedPictureColumns[kind]
  const before = change.deleteFrom('peopleInPictures').where(mark, '=', picture as number & string)
  await before.execute()
  const nothing = { fileId: null, attachmentId: null, websitePicture: null }
  const rows = inPicture.map((userId) => ({ userId, ...nothing, [mark]: picture }))
  if (rows.length > 0) await change.insertInto('peopleInPictures').values(rows).execute()
  // Kysely can't type a table that is one of three. What shows somebody who was erased stays hidden.
  const unsaid = change.updateTable(table as 'files').where('whoIsIn', '=', 'unsaid')
  const its = unsaid.where(by as 'id', '=', picture as number)
  await its.set({ whoIsIn: 'said' }).execute()
}

async function keepHidden(change: Database, { kind, mark }: MarkedPicture): Promise<void> {
  const { table, by } = markedPictureColumns[kind]
  const picture = change.updateTable(table as 'files').where(by as 'id', '=', mark as number)
  await picture.set({ whoIsIn: 'erased' }).execute()
}

/** Throws Refused, 400, for somebody who is no student with an open account, unless they were marked `before`. */
export async function requireMarkableStudents(
  db: Database,
  ids: readonly number[],
  before: readonly number[] = [],
): Promise<void> {
  const others = ids.filter((id) => !before.includes(id))
  if (others.length === 0) return
  const known = db.selectFrom('users').select('id').where('id', 'in', others).where('role', '=', 'student')
  if ((await known.where('closedAt', 'is', null).execute()).length < others.length)
    throw new Refused(400, 'Please choose students from the list.', { field: 'inPicture' })
}

/** Gives a copy of a picture the marks of the one it was made of, as part of a transaction. */
export async function copyMarks(change: Database, kind: PictureKind, from: number | string, to: number | string) {
  const inPicture = await listPeopleInPicture(change, kind, from)
  const { table, by } = markedPictureColumns[kind]
  const marks = change.selectFrom(table as 'files').select('whoIsIn')
  const known = marks.where(by as 'id', '=', from as number)
  const whoIsIn = (await known.executeTakeFirst())?.whoIsIn ?? 'unsaid'
  await writeMarks(change, kind, to, { inPicture, nobodyInPicture: whoIsIn === 'said' })
  if (whoIsIn === 'erased') await keepHidden(change, { kind, mark: to })
}

/** Hides for good what an erased person is in, before their marks are deleted, as part of a transaction. */
export async function hidePicturesOf(change: Database, userId: number): Promise<void> {
  for (const { table, mark, by } of Object.values(markedPictureColumns))
    await sql`update ${sql.table(table)} set whoIsIn = 'erased'
      where ${sql.ref(by)} in (select ${sql.ref(mark)} from peopleInPictures where userId = ${userId})`.execute(change)
}
