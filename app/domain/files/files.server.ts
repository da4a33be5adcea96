import type { ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import { type Account, formatFullName, type Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import { markUpload } from '~/domain/consent/marks.server'
import type { PictureStudents } from '~/domain/consent/schema'
import { isPictureVisible, listPeopleInPicture, requireYes } from '~/domain/consent/visibility.server'
import { formatDate, formatDublinTime } from '~/domain/events/days'
import { parsePhotoNumber } from '~/domain/notices/notices'
import { findFreeTitle, findPhotoAlbum } from '~/domain/notices/numbers.server'
import {
  type Cursor,
  type CursorPage,
  type CursorRequest,
  FIRST_PAGE,
  mapPage,
  readCursorPage,
} from '~/domain/page.server'
import {
  defineRecordSchema,
  moment,
  ownAddress,
  recordId,
  recordVersion,
  sharedFields,
  textOrNone,
} from '~/domain/record'
import { orNotFound, Refused } from '~/domain/refused'
import { paths } from '~/paths'
import type { Database, NewRow, Row, Tables } from '~db/schema'
import { getTitlesOfFiles, isImage, kinds } from './kinds'
import type { UploadNote } from './notes'
import { describeAudience } from './places'
import { type FileDetails, fileDetails, type NewFile, type NewFiles } from './schema'
import { createCopyKey, eraseWithFiles } from './store.server'
import { keepUpload, keepUploads, type StoredFile } from './uploads.server'

export type FileRecord = NonNullable<Awaited<ReturnType<typeof findFile>>> & UploadNote

/** A document's fields with labels, for the notice of an edit conflict; `students` are those in the form. */
export const describeFile = (
  students: readonly Account[],
): FieldDescriptions<FileDetails & { studentName?: string | null }> => [
  { label: 'Title', getText: ({ title }) => title },
  { label: 'Description', getText: ({ description }) => description },
  { label: 'What the picture shows', getText: ({ alt }) => alt },
  { label: 'Who can see it', getText: (file) => describeAudience(file, students, file.studentName) },
]

/**
 * Adds a document for each of its students, or a gallery photo if its title is one. Returns the first record. Throws Refused, invalid.
 */
export async function addFile(db: Database, uploads: string, tutor: Tutor, upload: NewFile): Promise<FileRecord> {
  const { file, album, albumId = null, isShared, inPicture, nobodyInPicture, ...fields } = upload
  const whoIsIn = { inPicture, nobodyInPicture }
  const isForGallery = album === 'qqi' || albumId !== null
  const record = async (change: Database, stored: StoredFile) => {
    const isPhoto = isImage(stored.fileType) && (isForGallery || (isShared && parsePhotoNumber(fields.title) > 0))
    const place = { isShared: isShared || isPhoto ? 1 : 0, album: isPhoto ? 'qqi' : null, albumId } as const
    const title = isPhoto
      ? await findFreeTitle(change, await findPhotoAlbum(change, albumId), fields.title)
      : fields.title
    return insertForEach(change, uploads, tutor, { ...fields, title, ...stored, ...place }, whoIsIn)
  }
  return keepUpload(db, uploads, file, record, isForGallery ? 'photo' : 'document')
}

/**
 * Adds all documents of a form for each student, or none. Returns the first record of each. Throws what addFile throws, with the
 * file name if there are several.
 */
export async function addFiles(
  db: Database,
  uploads: string,
  tutor: Tutor,
  { file: files, title, inPicture, nobodyInPicture, ...fields }: NewFiles,
): Promise<FileRecord[]> {
  const titles = getTitlesOfFiles(title ?? '', files)
  const place = { isShared: fields.isShared ? 1 : 0, album: null } as const
  const record = (change: Database, stored: StoredFile, index: number) => {
    const row = { ...fields, ...stored, ...place, title: titles[index] ?? '' }
    return insertForEach(change, uploads, tutor, row, { inPicture, nobodyInPicture })
  }
  return keepUploads(db, uploads, files, record, 'document')
}

/** Inserts a file's row and logs it, in the caller's transaction. Returns its id. Throws Refused, invalid, for an unknown student. */
export async function insertFile(
  change: Database,
  tutor: Tutor,
  file: Omit<NewRow<'files'>, 'id' | 'uploadedBy' | 'uploadedAt'>,
): Promise<number> {
  if (file.studentId) await requireChosenStudent(change, file.studentId)
  const row = { ...file, ...getAltText(file), uploadedBy: tutor.id, uploadedAt: new Date().toISOString() }
  const { id } = await change.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow()
  await logFile(change, tutor, 'added', { id, album: null, studentId: null, ...file })
  return id
}

/** Stores who is in a new picture, in the caller's transaction. Throws Refused, invalid, if it is shared without their permission. */
export async function markNewFile(
  change: Database,
  uploads: string,
  file: Pick<NewRow<'files'>, 'fileType' | 'isShared'> & { id: number },
  whoIsIn: PictureStudents,
): Promise<void> {
  if (!isImage(file.fileType)) return
  await markUpload(change, uploads, { kind: 'file', mark: file.id }, whoIsIn, { isPublic: file.isShared === 1 })
}

/** Inserts a row for each student, all with the same bytes, as insertFile does. Returns the first record. */
export async function insertForEach(
  change: Database,
  uploads: string,
  tutor: Tutor,
  { studentId, ...file }: Omit<Parameters<typeof insertFile>[2], 'studentId'> & Pick<NewFile, 'studentId'>,
  whoIsIn: PictureStudents,
): Promise<FileRecord> {
  const ids: number[] = []
  for (const [index, student] of [studentId].flat().entries()) {
    const row = { ...file, studentId: student, storageKey: createCopyKey(file.storageKey, index) }
    ids.push(await insertFile(change, tutor, row))
  }
  const [first = 0] = ids
  // Copies share the record of who is in the picture.
  await markNewFile(change, uploads, { ...file, id: first }, whoIsIn)
  return orNotFound(await findFile(change, tutor, first))
}

/** Alt text of a picture; null for other files, so that none remains when another file replaces a picture. */
export function getAltText({ fileType, alt = null }: Pick<NewRow<'files'>, 'fileType' | 'alt'>): {
  alt: string | null
} {
  return { alt: isImage(fileType) ? alt : null }
}

/** One page of the documents that `user` may see, newest first; students see their own and the shared ones. */
export async function listFiles(
  db: Database,
  user: Account,
  requested: CursorRequest = FIRST_PAGE,
): Promise<CursorPage<FileRecord>> {
  const documents = selectFilesFor(db, user).where('album', 'is', null)
  const newest = (files: typeof documents) => readCursorPage(withPeople(files), requested, FILES_NEWEST_FIRST)
  if (user.role === 'tutor') return mapPage(await newest(documents), toFileRecord)
  // Two queries, because no index covers both in one order.
  const own = await newest(documents.where('isShared', '=', 0).where('studentId', '=', user.id))
  const shared = await newest(documents.where('isShared', '=', 1).where('studentId', 'is', null))
  const rows = [...own.items, ...shared.items].sort((one, other) =>
    one.uploadedAt < other.uploadedAt ? 1 : one.uploadedAt > other.uploadedAt ? -1 : other.id - one.id,
  )
  const items = rows.slice(0, requested.limit)
  const last = items.at(-1)
  const isMore = own.next !== undefined || shared.next !== undefined || rows.length > requested.limit
  return { items: items.map(toFileRecord), next: last && isMore ? FILES_NEWEST_FIRST.getCursor(last) : undefined }
}

/** Cursor order of document lists. */
export const FILES_NEWEST_FIRST = {
  by: 'uploadedAt',
  id: 'files.id',
  direction: 'desc',
  getCursor: ({ uploadedAt, id }: Pick<Row<'files'>, 'uploadedAt' | 'id'>): Cursor => [uploadedAt, id],
} as const

/** Returns the file `id`, or null if it does not exist or `user` may not see it. */
export async function findFile(db: Database, user: Account, id: number) {
  const row = await selectReadableFiles(db, user).where('files.id', '=', id).executeTakeFirst()
  return row ? toFileRecord(row) : null
}

/** Changes a document's details and audience; for photos and timetables, only the details. Throws Refused, invalid, notFound or conflict. */
export async function changeFile(
  db: Database,
  tutor: Tutor,
  id: number,
  change: Change<FileDetails>,
): Promise<FileRecord> {
  return db.transaction().execute(async (transaction) => {
    const before = orNotFound(
      await selectReadableFiles(transaction, tutor).where('files.id', '=', id).executeTakeFirst(),
    )
    const details = await applyPatch(transaction, getFileNoun(before), toFileRecord(before), change, fileDetails)
    const moves = details.studentId !== before.studentId || Number(details.isShared) !== before.isShared
    if (moves && before.album) throw new Refused('invalid', FIXED_AUDIENCE, { field: 'studentId' })
    if (details.studentId && details.studentId !== before.studentId)
      await requireChosenStudent(transaction, details.studentId)
    if (moves && details.isShared)
      await requireYes(transaction, await listPeopleInPicture(transaction, 'file', id), 'gallery', {
        field: 'isShared',
      })
    const { isShared, ...words } = details
    const sharing = moves ? ({ isShared: isShared ? 1 : 0, openedAt: null } as const) : {}
    const file = { ...words, ...sharing, ...getAltText({ ...before, ...details }), version: before.version + 1 }
    await transaction.updateTable('files').set(file).where('id', '=', id).execute()
    const { title, studentId } = details
    if (moves) await logMove(transaction, tutor, before, { title, studentId })
    else await logFile(transaction, tutor, 'changed', { ...before, title })
    return orNotFound(await findFile(transaction, tutor, id))
  })
}

const FIXED_AUDIENCE = 'Everyone can see the photos in the gallery. To change who sees a timetable, edit the timetable.'

/** Deletes a file for good, row first, then bytes. Returns the deleted record. Throws Refused, notFound. */
export async function removeFile(db: Database, uploads: string, tutor: Tutor, id: number): Promise<FileRecord> {
  return eraseWithFiles(db, uploads, async (change, discardLater) => {
    const file = orNotFound(await findFile(change, tutor, id))
    const remove = change.deleteFrom('files').where('id', '=', id)
    const row = await remove.returningAll().executeTakeFirstOrThrow()
    discardLater([row])
    await logFile(change, tutor, 'deleted', row)
    return file
  })
}

const fileNouns = { qqi: 'photo', timetable: 'timetable' } as const

const getFileNoun = ({ album }: Pick<Row<'files'>, 'album'>) => (album ? fileNouns[album] : 'document')

export async function logFile(
  db: Database,
  actor: Account,
  action: Row<'activity'>['action'],
  { id, title, studentId, album }: Pick<Row<'files'>, 'id' | 'title' | 'studentId' | 'album'>,
): Promise<void> {
  await logActivity(db, actor, { action, noun: getFileNoun({ album }), recordId: id, title, studentId })
}

type MovedFile = Pick<Row<'files'>, 'id' | 'title' | 'studentId' | 'album' | 'openedAt'>

/**
 * Logs that a file now belongs to another student or to everyone, for both students, and who had opened it. Forgets those openings, so
 * that the new ones count.
 */
export async function logMove(
  change: Database,
  tutor: Tutor,
  before: MovedFile,
  { title, studentId }: Pick<MovedFile, 'title' | 'studentId'>,
): Promise<void> {
  const isBetween = before.studentId !== null && studentId !== null
  for (const reader of await listReaders(change, before)) {
    const [day = '', time] = formatDublinTime(new Date(reader.openedAt)).split(' ')
    const line = { recordId: before.id, title: `“${before.title}” on ${formatDate(day)} at ${time}`, studentId }
    await logActivity(change, reader, { action: 'opened', noun: 'opening', ...line })
  }
  await change.deleteFrom('fileOpenings').where('fileId', '=', before.id).execute()
  if (isBetween) await logFile(change, tutor, 'moved away', before)
  await logFile(change, tutor, 'moved', { ...before, title, studentId: studentId ?? before.studentId })
}

/** The students who opened a file while it was theirs, or everyone's. */
async function listReaders(db: Database, { id, studentId, openedAt }: MovedFile) {
  const people = db.selectFrom('users').select(['users.id', 'firstName', 'lastName'])
  const shared = people.innerJoin('fileOpenings', 'userId', 'users.id').select('fileOpenings.openedAt')
  const readers = await shared.where('fileId', '=', id).execute()
  const owner = openedAt && studentId ? await people.where('users.id', '=', studentId).executeTakeFirst() : undefined
  return owner && openedAt ? [...readers, { ...owner, openedAt }] : readers
}

/** Who opened each file before it was moved, as sentences, by file id. */
export async function listFormerOpenings(
  db: Database,
  _tutor: Tutor,
  fileIds: number[],
): Promise<Record<number, string[]>> {
  if (fileIds.length === 0) return {}
  const lines = db.selectFrom('activity').select(['id', 'recordId', 'actorName', 'title']).where('noun', '=', 'opening')
  const found = await lines.where('recordId', 'in', fileIds).where('action', '=', 'opened').execute()
  // Sorted here: in SQL it needs a temporary table.
  found.sort((one, other) => one.id - other.id)
  const byFile = Map.groupBy(found, ({ recordId }) => recordId)
  const describe = ({ actorName, title }: (typeof found)[number]) =>
    `${actorName} opened ${title}, before it was moved.`
  return Object.fromEntries([...byFile].map(([id, opened]) => [id, opened.map(describe)]))
}

/**
 * Tutors can read all files. Students can read their own, and shared ones unless a person in the picture has not given permission.
 */
function isReadableBy(user: Pick<Account, 'id' | 'role'>, day?: string) {
  return ({ eb, lit, or }: ExpressionBuilder<Pick<Tables, 'files'>, 'files'>) =>
    user.role === 'tutor'
      ? lit(true)
      : or([eb.and([eb('files.isShared', '=', 1), isPictureVisible('file', day)]), eb('files.studentId', '=', user.id)])
}

/** Query for the files that `user` may see, newest first, with the columns of toFileRecord. Lists add conditions and joins. */
export function selectReadableFiles(db: Database, user: Account) {
  return withPeople(selectFilesFor(db, user))
}

/** The same query without columns, for counts and for withPeople. */
export function selectFilesFor(db: Database, user: Pick<Account, 'id' | 'role'>, day?: string) {
  return db.selectFrom('files').where(isReadableBy(user, day))
}

/** Adds the columns of toFileRecord to a query for files, newest first. */
export function withPeople(files: ReturnType<typeof selectFilesFor>) {
  return files
    .innerJoin('users as uploader', 'uploader.id', 'files.uploadedBy')
    .leftJoin('users as student', 'student.id', 'files.studentId')
    .select(['files.id', 'title', 'description', 'alt', 'fileName', 'fileType', 'size', 'width', 'height', 'isShared'])
    .select(['studentId', 'album', 'albumId', 'uploadedAt', 'openedAt', 'files.version'])
    .select(['uploader.firstName', 'uploader.lastName'])
    .select(['student.firstName as studentFirstName', 'student.lastName as studentLastName'])
    .orderBy('uploadedAt', 'desc')
    .orderBy('files.id', 'desc')
}

export function toFileRecord(
  row: Awaited<ReturnType<ReturnType<typeof selectReadableFiles>['executeTakeFirstOrThrow']>>,
) {
  const url = paths.files.one(row.id)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    alt: row.alt,
    fileName: row.fileName,
    fileType: row.fileType,
    url,
    filePath: url,
    uploadedAt: row.uploadedAt,
    uploadedBy: formatFullName(row),
    isShared: row.isShared === 1,
    studentId: row.studentId,
    studentName: row.studentId ? `${row.studentFirstName} ${row.studentLastName}` : null,
    openedAt: row.openedAt,
    size: row.size,
    width: row.width,
    height: row.height,
    version: row.version,
  }
}

/** Throws Refused, invalid, unless `id` is a student with an open account. */
export async function requireChosenStudent(db: Database, id: number) {
  const student = db.selectFrom('users').select('id').where('id', '=', id).where('role', '=', 'student')
  if (!(await student.where('closedAt', 'is', null).executeTakeFirst()))
    throw new Refused('invalid', 'Please choose a student from the list.', { field: 'studentId' })
}

/** Field that only the answer to an upload has. */
export const uploadNote: readonly [z.ZodOptional<z.ZodString>, undefined] = [
  z
    .string()
    .optional()
    .describe(
      'What is missing of a damaged picture or PDF that could be used all the same, or what opens more easily than this kind of file. Only the answer to its upload has it.',
    ),
  undefined,
]

export const fileFields = sharedFields({
  id: [recordId, 21],
  title: [z.string(), 'Bus times'],
  description: [textOrNone, 'From September.'],
  alt: [textOrNone.describe('What a picture shows, for people who can’t see it. Null for other files.'), null],
  fileName: [z.string(), 'bus-times.pdf'],
  fileType: [z.enum(Object.keys(kinds)), 'application/pdf'],
  url: [ownAddress, paths.files.one(21)],
  filePath: [ownAddress, paths.files.one(21)],
  uploadedBy: [z.string(), 'Aoife Brennan'],
  isShared: [z.boolean(), true],
  studentId: [recordId.nullable(), null],
  studentName: [textOrNone, null],
  openedAt: [moment.nullable().describe('When the one student whose file it is first opened it.'), null],
  size: [z.int().positive(), 48_213],
  width: [z.int().positive().nullable(), null],
  height: [z.int().positive().nullable(), null],
  version: [recordVersion, 1],
  note: uploadNote,
})

export const fileRecord = defineRecordSchema<FileRecord>()(
  'File',
  'A document or picture. A GET of its url, with the same session, gives the bytes.',
  { ...fileFields, uploadedAt: [moment, '2026-08-28T09:12:45.120Z'] },
)
