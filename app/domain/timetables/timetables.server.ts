import type { Account } from '~/domain/accounts/account'
import { requireRight } from '~/domain/accounts/can'
import {
  insertFile,
  type Kept,
  keepUpload,
  noteFile,
  readableFiles,
  removeFile,
  requireStudent,
  toRecord,
} from '~/domain/files/files.server'
import { FileRefused } from '~/domain/files/refused'
import { discard } from '~/domain/files/store.server'
import type { Database } from '~db/schema'
import type { ChangedTimetable, NewTimetable } from './schema'

/** Spec section 3, Timetable; with whose it is, and what a page needs to show its paper. */
export type Timetable = NonNullable<Awaited<ReturnType<typeof findTimetable>>>

/** The timetables that `user` may see, the latest to start first: a student's own and those for all students. */
export async function listTimetables(db: Database, user: Account): Promise<Timetable[]> {
  const rows = await timetables(db, user)
    .clearOrderBy()
    .orderBy('startDate', (order) => order.desc().nullsLast())
    .orderBy('timetables.id', 'desc')
    .execute()
  return rows.map(toTimetable)
}

/** The timetable `id`, or null when it is not there or not for `user`. */
export async function findTimetable(db: Database, user: Account, id: number) {
  const row = await timetables(db, user).where('timetables.id', '=', id).executeTakeFirst()
  return row ? toTimetable(row) : null
}

/** Adds a timetable and its paper. Gives its record; throws FileRefused for bytes that are not accepted or a student who is not there. */
export async function addTimetable(
  db: Database,
  uploads: string,
  tutor: Account,
  { file, startDate, endDate, ...words }: NewTimetable,
): Promise<Timetable> {
  requireRight(tutor, 'add file')
  return keepUpload(db, uploads, file, async (change, kept) => {
    const fileId = await insertFile(change, tutor, { ...words, ...kept, ...readers(words), album: 'timetable' })
    const insert = change.insertInto('timetables').values({ fileId, startDate, endDate })
    const { id } = await insert.returning('id').executeTakeFirstOrThrow()
    return (await findTimetable(change, tutor, id))!
  })
}

/** Changes a timetable, with a new paper when one is sent. Gives it as it is now, or null when there is none; throws FileRefused as addTimetable. */
export async function changeTimetable(
  db: Database,
  uploads: string,
  tutor: Account,
  id: number,
  { file, ...timetable }: ChangedTimetable,
): Promise<Timetable | null> {
  requireRight(tutor, 'change file')
  const before = await timetables(db, tutor).select('storageKey').where('timetables.id', '=', id).executeTakeFirst()
  if (!before) return null
  if (!file) return db.transaction().execute((change) => write(change, tutor, id, timetable))
  const changed = await keepUpload(db, uploads, file, (change, kept) => write(change, tutor, id, timetable, kept))
  await discard(uploads, before.storageKey)
  return changed
}

/** Removes a timetable and its paper for good. False when there is none. */
export async function removeTimetable(db: Database, uploads: string, tutor: Account, id: number): Promise<boolean> {
  requireRight(tutor, 'remove file')
  const row = await timetables(db, tutor).where('timetables.id', '=', id).executeTakeFirst()
  return row ? removeFile(db, uploads, tutor, row.id) : false
}

/** A paper that goes from one reader to another is moved; that stands in the log of whoever had it. */
async function write(
  change: Database,
  tutor: Account,
  id: number,
  { startDate, endDate, ...words }: Omit<ChangedTimetable, 'file'>,
  kept?: Kept,
): Promise<Timetable> {
  const before = await timetables(change, tutor).where('timetables.id', '=', id).executeTakeFirst()
  if (!before) throw new FileRefused('This timetable is no longer there.')
  const moves = words.studentId !== before.studentId
  if (moves && words.studentId) await requireStudent(change, words.studentId)
  const paper = { ...words, ...kept, ...(moves ? readers(words) : {}) }
  await change.updateTable('files').set(paper).where('id', '=', before.id).execute()
  await change.updateTable('timetables').set({ startDate, endDate }).where('id', '=', id).execute()
  const studentId = before.studentId ?? words.studentId
  await noteFile(change, tutor, moves ? 'moved' : 'changed', { ...before, title: words.title, studentId })
  return (await findTimetable(change, tutor, id))!
}

/** Without a student a timetable is for all of them. */
function readers({ studentId }: Pick<NewTimetable, 'studentId'>) {
  return { isShared: studentId ? 0 : 1 } as const
}

function timetables(db: Database, user: Account) {
  return readableFiles(db, user)
    .innerJoin('timetables', 'timetables.fileId', 'files.id')
    .select(['timetables.id as timetableId', 'startDate', 'endDate'])
}

function toTimetable(row: Awaited<ReturnType<ReturnType<typeof timetables>['executeTakeFirstOrThrow']>>) {
  const { uploadedAt, ...paper } = toRecord(row)
  const { timetableId, startDate, endDate } = row
  return { ...paper, id: timetableId, startDate, endDate, createdAt: uploadedAt }
}
