import type { FileHandle } from 'node:fs/promises'
import type { Account } from '~/domain/accounts/account'
import { quietly } from '~/domain/storage.server'
import type { Database, Row } from '~db/schema'
import { type FileRecord, logFile, readableFiles, toRecord } from './files.server'
import { isImage, type SmallWidth } from './kinds'
import { openStored, whileStored } from './store.server'

/** How a file is opened: a picture within a page, or another file in the viewer of its own page, whose views are logged there. */
interface Opening {
  width?: SmallWidth
  isWithinPage?: boolean
  isInViewer?: boolean
}

/** The file `id` and its opened bytes, for the caller to close, or null. Logs the view, unless within a page. */
export async function openFile(
  db: Database,
  uploads: string,
  user: Account,
  id: number,
  { width, isWithinPage = false, isInViewer = false }: Opening = {},
): Promise<{ file: FileRecord; handle: FileHandle } | null> {
  return whileStored(
    uploads,
    readableFiles(db, user).select('files.storageKey').where('files.id', '=', id),
    async (row) => {
      const handle = await openStored(uploads, row, width)
      if (!(isImage(row.fileType) ? isWithinPage : isInViewer)) await logView(db, user, row)
      return { file: toRecord(row), handle }
    },
  )
}

/** Writes down that `user` looked at a file that is another person's. */
export async function logView(
  db: Database,
  user: Account,
  file: Pick<Row<'files'>, 'id' | 'title' | 'studentId' | 'album'>,
): Promise<void> {
  if (file.studentId && file.studentId !== user.id)
    await quietly('a view of a file', logFile(db, user, 'looked at', file))
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
  await quietly('that a student opened a file', opening.execute())
}

/** Which students opened each of these files that are for all of them: their ids, by the file's. */
export async function openingsOf(db: Database, fileIds: number[]): Promise<Record<number, number[]>> {
  const openings = db.selectFrom('fileOpenings').select(['fileId', 'userId']).where('fileId', 'in', fileIds)
  const opened: Record<number, number[]> = Object.fromEntries(fileIds.map((id) => [id, []]))
  for (const { fileId, userId } of fileIds.length > 0 ? await openings.execute() : []) opened[fileId]?.push(userId)
  return opened
}
