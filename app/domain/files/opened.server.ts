import type { FileHandle } from 'node:fs/promises'
import type { Account } from '~/domain/accounts/account'
import { withPictures } from '~/domain/documents/pictures.server'
import { openPage, type PageImageRequest, readDocumentView } from '~/domain/documents/shown.server'
import { orNotFound } from '~/domain/refused'
import { writeInBackground } from '~/domain/storage.server'
import { paths } from '~/paths'
import type { Database, Row } from '~db/schema'
import { type FileRecord, logFile, selectReadableFiles, toFileRecord } from './files.server'
import { isImage, type SmallWidth } from './kinds'
import { parseStorageKey } from './lost.server'
import { openRow, openStored, uploadEvents } from './store.server'

/** How a picture is opened: within a page, which logs the view itself. */
interface Opening {
  width?: SmallWidth
  isWithinPage?: boolean
}

/** The file `id` and its opened bytes, for the caller to close, or null. Logs the view, unless within a page. */
export async function openFile(
  db: Database,
  uploads: string,
  user: Account,
  id: number,
  { width, isWithinPage = false }: Opening = {},
): Promise<{ file: FileRecord; handle: FileHandle } | null> {
  return openRow(
    uploads,
    selectReadableFiles(db, user).select('files.storageKey').where('files.id', '=', id),
    async (row) => {
      const handle = await openStored(uploads, row, width)
      if (!(isImage(row.fileType) && isWithinPage)) await logView(db, user, row)
      return { file: toFileRecord(row), handle }
    },
  )
}

/** What there is to show of the document `id`; null until it is made. Throws Refused, 404. */
export async function readFileView(db: Database, uploads: string, user: Account, id: number) {
  const row = selectReadableFiles(db, user).select('files.storageKey').where('files.id', '=', id)
  const { storageKey } = orNotFound((await row.executeTakeFirst()) ?? null)
  const shown = await readDocumentView(uploads, storageKey)
  if (!shown) uploadEvents.emit(uploads, parseStorageKey(storageKey))
  return withPictures(shown, paths.files.one(id))
}

/** The opened picture of a page of the document `id`, for the caller to close, or null. The page that shows it logs the view. */
export async function openFilePage(
  db: Database,
  uploads: string,
  user: Account,
  { id, ...page }: PageImageRequest & { id: number },
): Promise<FileHandle | null> {
  const row = await selectReadableFiles(db, user)
    .select('files.storageKey')
    .where('files.id', '=', id)
    .executeTakeFirst()
  return row ? openPage(uploads, row.storageKey, page) : null
}

/** Writes down that `user` looked at a file that is another person's. */
export async function logView(
  db: Database,
  user: Account,
  file: Pick<Row<'files'>, 'id' | 'title' | 'studentId' | 'album'>,
): Promise<void> {
  if (file.studentId && file.studentId !== user.id)
    await writeInBackground('a view of a file', logFile(db, user, 'looked at', file))
}

/** Writes down that a student opened their own file, or one for all, the first time. */
export async function logOpened(
  db: Database,
  user: Account,
  { id, isShared, openedAt }: Pick<FileRecord, 'id' | 'isShared' | 'openedAt'>,
): Promise<void> {
  if (user.role !== 'student' || openedAt) return
  const now = new Date().toISOString()
  // Theirs even now: it may have been moved meanwhile.
  const shared = db.selectFrom('files').where('id', '=', id).where('isShared', '=', 1)
  const opening = isShared
    ? db
        .insertInto('fileOpenings')
        .columns(['fileId', 'userId', 'openedAt'])
        .expression(shared.select(({ val }) => ['id', val(user.id).as('userId'), val(now).as('openedAt')]))
        .onConflict((same) => same.doNothing())
    : db
        .updateTable('files')
        .set({ openedAt: now })
        .where('id', '=', id)
        .where('studentId', '=', user.id)
        .where('openedAt', 'is', null)
  await writeInBackground('that a student opened a file', opening.execute())
}

/** Which students opened each of these files that are for all of them: their ids, by the file's. */
export async function listOpenings(db: Database, fileIds: number[]): Promise<Record<number, number[]>> {
  const openings = db.selectFrom('fileOpenings').select(['fileId', 'userId']).where('fileId', 'in', fileIds)
  const opened: Record<number, number[]> = Object.fromEntries(fileIds.map((id) => [id, []]))
  for (const { fileId, userId } of fileIds.length > 0 ? await openings.execute() : []) opened[fileId]?.push(userId)
  return opened
}
