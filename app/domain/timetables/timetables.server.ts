import { sql } from 'kysely'
import type { Account, Tutor } from '~/domain/accounts/account'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import { type CursorRequest, readRecordPage } from '~/domain/cursor-page.server'
import {
  getAltText,
  insertFile,
  keepUpload,
  logFile,
  removeFile,
  requireChosenStudent,
  type StoredFile,
  selectFilesFor,
  selectReadableFiles,
  toFileRecord,
} from '~/domain/files/files.server'
import { addUploadNote, type UploadNote } from '~/domain/files/notes'
import { logOpened, logView } from '~/domain/files/opened.server'
import { discardIfUnused } from '~/domain/files/store.server'
import { countRowsOf, mapPage, type Page, paginate, STUDENT_PAGE_SIZE } from '~/domain/page.server'
import { orNotFound } from '~/domain/refused'
import type { Database } from '~db/schema'
import { type NewTimetable, type TimetableFields, timetableFields } from './schema'

export type Timetable = NonNullable<Awaited<ReturnType<typeof findTimetable>>> & UploadNote

export const describeTimetable: FieldDescriptions<TimetableFields> = [
  { label: 'Title', of: ({ title }) => title },
  { label: 'Description', of: ({ description }) => description },
  { label: 'Start date', of: ({ startDate }) => startDate },
  { label: 'End date', of: ({ endDate }) => endDate },
  { label: 'What the picture shows', of: ({ alt }) => alt },
]

/** One page of the timetables that `user` may see, the latest to start first: a student's own and those for all students. */
export function listTimetables(db: Database, user: Account, requested?: CursorRequest) {
  const cursorOf = ({ startDate, timetableId }: TimetableRow) => [startDate ?? '', timetableId] as const
  const order = { by: start, id: 'timetables.id', direction: 'desc', cursorOf } as const
  return readRecordPage(timetables(db, user), requested, order, toTimetable)
}

/** How many rows a tutor gets, above the form: a phone's page stays within 4,000 px. */
const ROWS_A_PAGE = 7

/** One page of them, in the same order; a student gets a few at a time. */
export async function pageOfTimetables(db: Database, user: Account, page: number): Promise<Page<Timetable>> {
  const found = await countRowsOf(selectFilesFor(db, user).where('album', '=', 'timetable'))
  const perPage = user.role === 'student' ? STUDENT_PAGE_SIZE : ROWS_A_PAGE
  return mapPage(await paginate(latestFirst(db, user), page, { found, perPage }), toTimetable)
}

/** The timetable `id`, or null when it does not exist or `user` may not see it. */
export async function findTimetable(db: Database, user: Account, id: number) {
  const row = await timetables(db, user).where('timetables.id', '=', id).executeTakeFirst()
  return row ? toTimetable(row) : null
}

/** Writes down that `user` looked at the timetable `id`, and that a student opened it. */
export async function logTimetableView(db: Database, user: Account, id: number): Promise<void> {
  const row = await timetables(db, user).where('timetables.id', '=', id).executeTakeFirst()
  if (!row) return
  await logOpened(db, user, toFileRecord(row))
  await logView(db, user, row)
}

/** Adds a timetable and its file. Returns its record. Throws Refused, 400, for bytes that are not accepted or a student who does not exist. */
export async function addTimetable(
  db: Database,
  uploads: string,
  tutor: Tutor,
  { file, startDate, endDate, ...fields }: NewTimetable,
): Promise<Timetable> {
  return keepUpload(db, uploads, file, async (change, stored) => {
    const fileId = await insertFile(change, tutor, { ...fields, ...stored, ...readers(fields), album: 'timetable' })
    const insert = change.insertInto('timetables').values({ fileId, startDate, endDate })
    const { id } = await insert.returning('id').executeTakeFirstOrThrow()
    return orNotFound(await findTimetable(change, tutor, id))
  })
}

/** Changes a timetable, and its file where one is sent, and returns it. Throws Refused: 404, 400, and as applyPatch. */
export async function changeTimetable(
  db: Database,
  uploads: string,
  tutor: Tutor,
  id: number,
  change: Change<TimetableFields>,
  file?: File,
): Promise<Timetable> {
  const write = (transaction: Database, stored?: StoredFile) => rewrite(transaction, tutor, id, change, stored)
  const { timetable, former, note }: Rewritten & UploadNote = file
    ? await keepUpload(db, uploads, file, write)
    : await db.transaction().execute((transaction) => write(transaction))
  if (former) await discardIfUnused(db, uploads, former)
  return addUploadNote(timetable, { note })
}

/** Removes a timetable and its file for good, and returns the removed record. Throws Refused, 404. */
export async function removeTimetable(db: Database, uploads: string, tutor: Tutor, id: number): Promise<Timetable> {
  const row = orNotFound(await timetables(db, tutor).where('timetables.id', '=', id).executeTakeFirst())
  await removeFile(db, uploads, tutor, row.id)
  return toTimetable(row)
}

interface Rewritten {
  timetable: Timetable
  /** The storage key of the file that was replaced. */
  former: string | null
}

async function rewrite(
  transaction: Database,
  tutor: Tutor,
  id: number,
  change: Change<TimetableFields>,
  stored?: StoredFile,
): Promise<Rewritten> {
  const row = timetables(transaction, tutor).select('storageKey').where('timetables.id', '=', id)
  const before = orNotFound(await row.executeTakeFirst())
  const now = toTimetable(before)
  const patched = await applyPatch(transaction, 'timetable', now, change, timetableFields, before.id)
  const { startDate, endDate, ...fields } = patched
  const moves = fields.studentId !== before.studentId
  if (moves && fields.studentId) await requireChosenStudent(transaction, fields.studentId)
  const isOldAlt = stored && fields.alt === before.alt
  const shown = getAltText({ ...before, ...stored, ...fields, ...(isOldAlt && { alt: null }) })
  const moved = moves ? { ...readers(fields), openedAt: null } : {}
  const file = { ...fields, ...shown, ...stored, ...moved, version: before.version + 1 }
  await transaction.updateTable('files').set(file).where('id', '=', before.id).execute()
  await transaction.updateTable('timetables').set({ startDate, endDate }).where('id', '=', id).execute()
  const studentId = before.studentId ?? fields.studentId
  await logFile(transaction, tutor, moves ? 'moved' : 'changed', { ...before, title: fields.title, studentId })
  const timetable = orNotFound(await findTimetable(transaction, tutor, id))
  return { timetable, former: stored ? before.storageKey : null }
}

function readers({ studentId }: Pick<NewTimetable, 'studentId'>) {
  return { isShared: studentId ? 0 : 1 } as const
}

function timetables(db: Database, user: Account) {
  return selectReadableFiles(db, user)
    .innerJoin('timetables', 'timetables.fileId', 'files.id')
    .select(['timetables.id as timetableId', 'startDate', 'endDate'])
}

/** As the index of migration 014 has it: those without a date come last. */
const start = sql<string>`coalesce(startDate, '')`

function latestFirst(db: Database, user: Account) {
  return timetables(db, user).clearOrderBy().orderBy(start, 'desc').orderBy('timetables.id', 'desc')
}

type TimetableRow = Awaited<ReturnType<ReturnType<typeof timetables>['executeTakeFirstOrThrow']>>

function toTimetable(row: TimetableRow) {
  const { uploadedAt, ...file } = toFileRecord(row)
  const { timetableId, startDate, endDate } = row
  return { ...file, id: timetableId, startDate, endDate, createdAt: uploadedAt }
}
