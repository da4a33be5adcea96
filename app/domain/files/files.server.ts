import type { FileHandle } from 'node:fs/promises'
import type { ExpressionBuilder } from 'kysely'
import { demand } from '~/auth/can'
import type { Account } from '~/domain/accounts/accounts.server'
import { note } from '~/domain/activity/activity.server'
import type { Database, NewRow, Row, Tables } from '~db/schema'
import { fileNameFor } from './file-name'
import { type Inspected, inspect } from './inspect.server'
import { isImage, type SmallWidth } from './kinds'
import { FileRefused } from './refused'
import type { FileDetails, NewFile } from './schema'
import { discard, keep, openKept } from './store.server'

/** Spec section 3, Document; with whose it is, and what a page needs to show it. */
export type FileRecord = NonNullable<Awaited<ReturnType<typeof findFile>>>

/** Spec section 7: what the gallery calls its photos. */
const QQI_TITLE = /^QQI Certificate Photo \d+$/

/** Adds a file. Gives its record; throws FileRefused for bytes that are not accepted or a student who is not there. */
export async function addFile(db: Database, uploads: string, tutor: Account, upload: NewFile): Promise<FileRecord> {
  demand(tutor, 'add file')
  const content = await inspect(Buffer.from(await upload.file.arrayBuffer()))
  const row = newRow(upload, content, tutor)
  return keep(uploads, content, (storageKey) =>
    db.transaction().execute(async (change) => {
      if (row.studentId) await demandStudent(change, row.studentId)
      const insert = change.insertInto('files').values({ ...row, storageKey })
      const { id } = await insert.returning('id').executeTakeFirstOrThrow()
      await note(change, tutor, { action: 'added', ...whatIs({ id, ...row }) })
      return (await findFile(change, tutor, id))!
    }),
  )
}

function newRow({ title, description, isShared, studentId, album, file }: NewFile, content: Inspected, tutor: Account) {
  const isPhoto = isImage(content.fileType) && (album === 'qqi' || (isShared && QQI_TITLE.test(title)))
  return {
    title,
    description,
    fileName: fileNameFor(file.name, content.fileType),
    fileType: content.fileType,
    size: content.bytes.length,
    width: content.width,
    height: content.height,
    isShared: isShared || isPhoto ? 1 : 0,
    studentId,
    album: isPhoto ? 'qqi' : null,
    uploadedBy: tutor.id,
    uploadedAt: new Date().toISOString(),
  } satisfies Omit<NewRow<'files'>, 'storageKey'>
}

/** The files that are not shared, newest first: a student's own, or for a tutor everybody's. */
export async function listPersonalFiles(db: Database, user: Account): Promise<FileRecord[]> {
  const rows = await files(db, user).where('album', 'is', null).where('isShared', '=', 0).execute()
  return rows.map(toRecord)
}

/** The files for all students, newest first. The notice's photos, like the papers of timetables, have a place of their own (decisions.md section 5). */
export async function listSharedFiles(db: Database, user: Account): Promise<FileRecord[]> {
  const rows = await files(db, user).where('album', 'is', null).where('isShared', '=', 1).execute()
  return rows.map(toRecord)
}

/** The file `id`, or null when it is not there or not for `user`. */
export async function findFile(db: Database, user: Account, id: number) {
  const row = await files(db, user).where('files.id', '=', id).executeTakeFirst()
  return row ? toRecord(row) : null
}

/**
 * The file `id` and its bytes, opened, at `width` when there is such a version; or null as findFile. Close what you were
 * given. That somebody else looked at a student's file is written down.
 */
export async function openFile(
  db: Database,
  uploads: string,
  user: Account,
  id: number,
  width?: SmallWidth,
): Promise<{ file: FileRecord; handle: FileHandle } | null> {
  const row = await files(db, user).select('files.storageKey').where('files.id', '=', id).executeTakeFirst()
  if (!row) return null
  if (row.studentId && row.studentId !== user.id) await note(db, user, { action: 'looked at', ...whatIs(row) })
  return { file: toRecord(row), handle: await openKept(uploads, row.storageKey, width) }
}

/** Changes the title, the description or both. Gives the file as it is now, or null when there is none. */
export async function changeFile(
  db: Database,
  tutor: Account,
  id: number,
  details: Partial<FileDetails>,
): Promise<FileRecord | null> {
  demand(tutor, 'change file')
  return db.transaction().execute(async (change) => {
    const before = await findFile(change, tutor, id)
    if (!before) return null
    const { title = before.title, description = before.description } = details
    await change.updateTable('files').set({ title, description }).where('id', '=', id).execute()
    await note(change, tutor, { action: 'changed', ...whatIs({ ...before, title }) })
    return findFile(change, tutor, id)
  })
}

/** Removes a file for good, its row first and then its bytes. False when there is none. */
export async function removeFile(db: Database, uploads: string, tutor: Account, id: number): Promise<boolean> {
  demand(tutor, 'remove file')
  const removed = await db.transaction().execute(async (change) => {
    const row = await change.deleteFrom('files').where('id', '=', id).returningAll().executeTakeFirst()
    if (row) await note(change, tutor, { action: 'deleted', ...whatIs(row) })
    return row
  })
  if (removed) await discard(uploads, removed.storageKey)
  return Boolean(removed)
}

/** A file as the activity log names it. */
function whatIs({ id, title, studentId }: Pick<Row<'files'>, 'id' | 'title' | 'studentId'>) {
  return { noun: 'document', recordId: id, title, studentId }
}

/** The rule 'read file' of auth/can.ts, as SQL. */
function readableBy(user: Account) {
  return ({ eb, lit, or }: ExpressionBuilder<Pick<Tables, 'files'>, 'files'>) =>
    user.role === 'tutor' ? lit(true) : or([eb('files.isShared', '=', 1), eb('files.studentId', '=', user.id)])
}

function files(db: Database, user: Account) {
  return db
    .selectFrom('files')
    .where(readableBy(user))
    .innerJoin('users as uploader', 'uploader.id', 'files.uploadedBy')
    .leftJoin('users as student', 'student.id', 'files.studentId')
    .select(['files.id', 'title', 'description', 'fileName', 'fileType', 'size', 'width', 'height', 'isShared'])
    .select(['studentId', 'uploadedAt', 'uploader.firstName', 'uploader.lastName'])
    .select(['student.firstName as studentFirstName', 'student.lastName as studentLastName'])
    .orderBy('uploadedAt', 'desc')
    .orderBy('files.id', 'desc')
}

function toRecord(row: Awaited<ReturnType<ReturnType<typeof files>['executeTakeFirstOrThrow']>>) {
  const url = `/files/${row.id}`
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    fileName: row.fileName,
    fileType: row.fileType,
    url,
    filePath: url,
    uploadedAt: row.uploadedAt,
    uploadedBy: `${row.firstName} ${row.lastName}`,
    isShared: row.isShared === 1,
    studentId: row.studentId,
    studentName: row.studentId ? `${row.studentFirstName} ${row.studentLastName}` : null,
    size: row.size,
    width: row.width,
    height: row.height,
  }
}

async function demandStudent(db: Database, id: number) {
  const student = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'student')
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  if (!student) throw new FileRefused('Please choose a student from the list.', 'studentId')
}
