import { sql } from 'kysely'
import type { Account, Tutor } from '~/domain/accounts/account'
import { applyPatch, type Change, type InWords } from '~/domain/change.server'
import { type CursorRequest, listOf } from '~/domain/cursor-page.server'
import {
  filesFor,
  insertFile,
  keepUpload,
  logFile,
  readableFiles,
  removeFile,
  requireChosenStudent,
  type StoredFile,
  shownBy,
  toRecord,
} from '~/domain/files/files.server'
import { type UploadNote, withNote } from '~/domain/files/notes'
import { logOpened, logView } from '~/domain/files/opened.server'
import { discardLast } from '~/domain/files/store.server'
import { countOf, FEW, mapPage, type Page, pageOf } from '~/domain/page.server'
import { orNotFound } from '~/domain/refused'
import type { Database } from '~db/schema'
import { type NewTimetable, type TimetableWords, timetableWords } from './schema'

export type Timetable = NonNullable<Awaited<ReturnType<typeof findTimetable>>> & UploadNote

export const timetableInWords: InWords<TimetableWords> = [
  { label: 'Title', of: ({ title }) => title },
  { label: 'Description', of: ({ description }) => description },
  { label: 'Start date', of: ({ startDate }) => startDate },
  { label: 'End date', of: ({ endDate }) => endDate },
  { label: 'What the picture shows', of: ({ alt }) => alt },
]

/** One page of the timetables that `user` may see, the latest to start first: a student's own and those for all students. */
export function listTimetables(db: Database, user: Account, asked?: CursorRequest) {
  const cursorOf = ({ startDate, timetableId }: TimetableRow) => [startDate ?? '', timetableId] as const
  const order = { by: start, id: 'timetables.id', direction: 'desc', cursorOf } as const
  return listOf(timetables(db, user), asked, order, toTimetable)
}

/** How many rows a tutor gets, above the form: a phone's page stays within 4,000 px. */
const ROWS_A_PAGE = 7

/** One page of them, in the same order; a student gets a few at a time. */
export async function pageOfTimetables(db: Database, user: Account, page: number): Promise<Page<Timetable>> {
  const found = await countOf(filesFor(db, user).where('album', '=', 'timetable'))
  const perPage = user.role === 'student' ? FEW : ROWS_A_PAGE
  return mapPage(await pageOf(latestFirst(db, user), page, { found, perPage }), toTimetable)
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
  await logOpened(db, user, toRecord(row))
  await logView(db, user, row)
}

/** Adds a timetable and its file. Returns its record. Throws Refused, 400, for bytes that are not accepted or a student who does not exist. */
export async function addTimetable(
  db: Database,
  uploads: string,
  tutor: Tutor,
  { file, startDate, endDate, ...fields }: NewTimetable,
): Promise<Timetable> {
  return keepUpload(db, uploads, file, async (change, kept) => {
    const fileId = await insertFile(change, tutor, { ...fields, ...kept, ...readers(fields), album: 'timetable' })
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
  change: Change<TimetableWords>,
  file?: File,
): Promise<Timetable> {
  const write = (transaction: Database, kept?: StoredFile) => rewrite(transaction, tutor, id, change, kept)
  const { timetable, former, note }: Rewritten & UploadNote = file
    ? await keepUpload(db, uploads, file, write)
    : await db.transaction().execute((transaction) => write(transaction))
  if (former) await discardLast(db, uploads, former)
  return withNote(timetable, { note })
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
  change: Change<TimetableWords>,
  kept?: StoredFile,
): Promise<Rewritten> {
  const row = timetables(transaction, tutor).select('storageKey').where('timetables.id', '=', id)
  const before = orNotFound(await row.executeTakeFirst())
  const now = toTimetable(before)
  const patched = await applyPatch(transaction, 'timetable', now, change, timetableWords, before.id)
  const { startDate, endDate, ...fields } = patched
  const moves = fields.studentId !== before.studentId
  if (moves && fields.studentId) await requireChosenStudent(transaction, fields.studentId)
  const isOldAlt = kept && fields.alt === before.alt
  const shown = shownBy({ ...before, ...kept, ...fields, ...(isOldAlt && { alt: null }) })
  const moved = moves ? { ...readers(fields), openedAt: null } : {}
  const file = { ...fields, ...shown, ...kept, ...moved, version: before.version + 1 }
  await transaction.updateTable('files').set(file).where('id', '=', before.id).execute()
  await transaction.updateTable('timetables').set({ startDate, endDate }).where('id', '=', id).execute()
  const studentId = before.studentId ?? fields.studentId
  await logFile(transaction, tutor, moves ? 'moved' : 'changed', { ...before, title: fields.title, studentId })
  const timetable = orNotFound(await findTimetable(transaction, tutor, id))
  return { timetable, former: kept ? before.storageKey : null }
}

function readers({ studentId }: Pick<NewTimetable, 'studentId'>) {
  return { isShared: studentId ? 0 : 1 } as const
}

function timetables(db: Database, user: Account) {
  return readableFiles(db, user)
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
  const { uploadedAt, ...file } = toRecord(row)
  const { timetableId, startDate, endDate } = row
  return { ...file, id: timetableId, startDate, endDate, createdAt: uploadedAt }
}
