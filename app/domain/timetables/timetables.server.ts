import { sql } from 'kysely'
import { z } from 'zod'
import type { Account, Tutor } from '~/domain/accounts/account'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import { logOpened, logView } from '~/domain/files/file-views.server'
import {
  fileFields,
  getAltText,
  insertFile,
  logFile,
  logMove,
  removeFile,
  requireChosenStudent,
  selectFilesFor,
  selectReadableFiles,
  toFileRecord,
} from '~/domain/files/files.server'
import type { UploadNote } from '~/domain/files/notes'
import { discardFilesAfter } from '~/domain/files/store.server'
import { keepUpload, type StoredFile } from '~/domain/files/uploads.server'
import {
  type CursorRequest,
  countRows,
  FILES_A_PAGE,
  mapPage,
  type Page,
  paginate,
  readRecordPage,
} from '~/domain/page.server'
import { dayOrNone, defineRecordSchema, moment, textOrNone } from '~/domain/record'
import { orNotFound } from '~/domain/refused'
import type { Database } from '~db/schema'
import { type NewTimetable, type TimetableFields, timetableFields } from './schema'

export type Timetable = NonNullable<Awaited<ReturnType<typeof findTimetable>>> & UploadNote

export const describeTimetable: FieldDescriptions<TimetableFields> = [
  { label: 'Title', getText: ({ title }) => title },
  { label: 'Description', getText: ({ description }) => description },
  { label: 'Start date', getText: ({ startDate }) => startDate },
  { label: 'End date', getText: ({ endDate }) => endDate },
  { label: 'What the picture shows', getText: ({ alt }) => alt },
]

/** One batch of the timetables that `user` may see, latest start first; students see their own and those for all. */
export function listTimetables(db: Database, user: Account, requested?: CursorRequest) {
  const getCursor = ({ startDate, timetableId }: TimetableRow) => [startDate ?? '', timetableId] as const
  const order = { by: startColumn, id: 'timetables.id', direction: 'desc', getCursor } as const
  return readRecordPage(selectTimetables(db, user), requested, order, toTimetable)
}

/** One page of timetables in the same order. */
export async function paginateTimetables(db: Database, user: Account, page: number): Promise<Page<Timetable>> {
  const found = await countRows(selectFilesFor(db, user).where('album', '=', 'timetable'))
  const options = { found, perPage: FILES_A_PAGE }
  return mapPage(await paginate(selectLatestFirst(db, user), page, options), toTimetable)
}

/** Returns the timetable `id`, or null if it does not exist or `user` may not see it. */
export async function findTimetable(db: Database, user: Account, id: number) {
  const row = await selectTimetables(db, user).where('timetables.id', '=', id).executeTakeFirst()
  return row ? toTimetable(row) : null
}

/** Logs that `user` looked at the timetable `id`, and records a student's first opening. */
export async function logTimetableView(db: Database, user: Account, id: number): Promise<void> {
  const row = await selectTimetables(db, user).where('timetables.id', '=', id).executeTakeFirst()
  if (!row) return
  await logOpened(db, user, toFileRecord(row))
  await logView(db, user, row)
}

/**
 * Adds a timetable and its file. Returns its record. Throws Refused, invalid, for bytes that are not accepted or an unknown student.
 */
export async function addTimetable(
  db: Database,
  uploads: string,
  tutor: Tutor,
  { file, startDate, endDate, ...fields }: NewTimetable,
): Promise<Timetable> {
  return keepUpload(db, uploads, file, async (change, stored) => {
    const fileId = await insertFile(change, tutor, {
      ...fields,
      ...stored,
      ...getAudienceColumns(fields),
      album: 'timetable',
    })
    const insert = change.insertInto('timetables').values({ fileId, startDate, endDate })
    const { id } = await insert.returning('id').executeTakeFirstOrThrow()
    return orNotFound(await findTimetable(change, tutor, id))
  })
}

/** Changes a timetable, and its file if one is sent, and returns it. Throws Refused, notFound or invalid, and what applyPatch throws. */
export async function changeTimetable(
  db: Database,
  uploads: string,
  tutor: Tutor,
  id: number,
  change: Change<TimetableFields>,
  file?: File,
): Promise<Timetable> {
  return discardFilesAfter(db, uploads, (discardLater) => {
    const write = async (transaction: Database, stored?: StoredFile) => {
      const row = selectTimetables(transaction, tutor).select('storageKey').where('timetables.id', '=', id)
      const before = orNotFound(await row.executeTakeFirst())
      if (stored) discardLater([before])
      await updateTimetable(transaction, tutor, before, change, stored)
      return orNotFound(await findTimetable(transaction, tutor, id))
    }
    if (file) return keepUpload(db, uploads, file, write)
    return db.transaction().execute((transaction) => write(transaction))
  })
}

/** Deletes a timetable and its file for good, and returns the deleted record. Throws Refused, notFound. */
export async function removeTimetable(db: Database, uploads: string, tutor: Tutor, id: number): Promise<Timetable> {
  const row = orNotFound(await selectTimetables(db, tutor).where('timetables.id', '=', id).executeTakeFirst())
  await removeFile(db, uploads, tutor, row.id)
  return toTimetable(row)
}

async function updateTimetable(
  transaction: Database,
  tutor: Tutor,
  before: TimetableRow,
  change: Change<TimetableFields>,
  stored?: StoredFile,
): Promise<void> {
  const now = toTimetable(before)
  const patched = await applyPatch(transaction, 'timetable', now, change, timetableFields, before.id)
  const { startDate, endDate, ...fields } = patched
  const moves = fields.studentId !== before.studentId
  if (moves && fields.studentId) await requireChosenStudent(transaction, fields.studentId)
  const isOldAlt = stored && fields.alt === before.alt
  const shown = getAltText({ ...before, ...stored, ...fields, ...(isOldAlt && { alt: null }) })
  const moved = moves ? { ...getAudienceColumns(fields), openedAt: null } : {}
  const file = { ...fields, ...shown, ...stored, ...moved, version: before.version + 1 }
  await transaction.updateTable('files').set(file).where('id', '=', before.id).execute()
  await transaction.updateTable('timetables').set({ startDate, endDate }).where('id', '=', before.timetableId).execute()
  const { title, studentId } = fields
  if (moves) await logMove(transaction, tutor, before, { title, studentId })
  else await logFile(transaction, tutor, 'changed', { ...before, title })
}

function getAudienceColumns({ studentId }: Pick<NewTimetable, 'studentId'>) {
  return { isShared: studentId ? 0 : 1 } as const
}

function selectTimetables(db: Database, user: Account) {
  return selectReadableFiles(db, user)
    .innerJoin('timetables', 'timetables.fileId', 'files.id')
    .select(['timetables.id as timetableId', 'startDate', 'endDate'])
}

/** Matches the index of migration 014. Timetables without a date come last. */
const startColumn = sql<string>`coalesce(startDate, '')`

function selectLatestFirst(db: Database, user: Account) {
  return selectTimetables(db, user).clearOrderBy().orderBy(startColumn, 'desc').orderBy('timetables.id', 'desc')
}

type TimetableRow = Awaited<ReturnType<ReturnType<typeof selectTimetables>['executeTakeFirstOrThrow']>>

function toTimetable(row: TimetableRow) {
  const { uploadedAt, ...file } = toFileRecord(row)
  const { timetableId, startDate, endDate } = row
  return { ...file, id: timetableId, startDate, endDate, createdAt: uploadedAt }
}

export const timetableRecord = defineRecordSchema<Timetable>()(
  'Timetable',
  'A timetable and its file, for one student or, without a studentId, for all of them.',
  {
    ...fileFields,
    title: [z.string(), 'Autumn'],
    description: [textOrNone, null],
    fileName: [z.string(), 'week.pdf'],
    startDate: [dayOrNone, '2026-09-07'],
    endDate: [dayOrNone, '2026-12-18'],
    createdAt: [moment, '2026-08-28T09:12:45.120Z'],
  },
)
