import type { FileHandle } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Account, Tutor } from '~/domain/accounts/account'
import {
  type DocumentViewData,
  openPage,
  type PageImageRequest,
  readDocumentView,
  readRemarks,
} from '~/domain/documents/document-view.server'
import { placePictures, withPictures } from '~/domain/documents/pictures.server'
import { describeRemarks } from '~/domain/documents/remarks'
import { orNotFound } from '~/domain/refused'
import { toPlainHtmlText } from '~/domain/rich-text.server'
import { writeInBackground } from '~/domain/storage.server'
import { paths } from '~/paths'
import type { Database, Row } from '~db/schema'
import { type FileRecord, logFile, selectReadableFiles, toFileRecord } from './files.server'
import { isImage, PAGE_WIDTHS, type SmallWidth } from './kinds'
import { parseStorageKey } from './lost-uploads.server'
import { openRow, openStored, uploadEvents } from './store.server'

/** How much text a preview shows. */
const MAX_WORDS = 600
const POLL_INTERVAL = 100

/** The beginning of a document as students will see it: its first page or words. */
type DocumentPreview =
  | { state: 'pending' }
  | { state: 'failed'; reason: Extract<DocumentViewData, { state: 'failed' }>['reason'] }
  | { state: 'page'; image: { src: string; width: number; height: number } | null; words: string }
  | { state: 'words'; words: string }

/** Reads the preview of a stored document, whose download is at `url`. Waits at most `patience` ms until it is converted. */
export async function readDocumentPreview(
  uploads: string,
  storageKey: string,
  { url, patience }: { url: string; patience: number },
): Promise<DocumentPreview> {
  let view = await readDocumentView(uploads, storageKey)
  for (let waited = 0; !view && waited < patience; waited += POLL_INTERVAL) {
    await setTimeout(POLL_INTERVAL)
    view = await readDocumentView(uploads, storageKey)
  }
  if (!view) return { state: 'pending' }
  if (view.state === 'failed') return view
  if (view.state === 'text') return { state: 'words', words: cut(readWords(view.html)) }
  const [first] = view.pages
  if (!first) return { state: 'failed', reason: 'empty' }
  const [width] = PAGE_WIDTHS
  const image = { src: `${url}?page=1&width=${width}`, width, height: Math.round((first.height * width) / first.width) }
  return { state: 'page', image: first.undrawn === 'most' ? null : image, words: cut(first.text) }
}

const cut = (text: string) => (text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS).trimEnd()} …` : text)

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The text of a document's HTML, a line for each block. */
function readWords(html: Extract<DocumentViewData, { state: 'text' }>['html']): string {
  const blocks = placePictures(html, () => '(picture) ')
    .replace(/<\/(?:p|li|h[1-6]|td|th|tr)>|<br \/>|<[ou]l\b/g, '\n$&')
    // A raised figure is no part of the number before it.
    .replace(/<sup>(?=\d)/g, ' ')
  // The words say what is crossed out.
  return toPlainHtmlText(blocks.replace(/<\/?s>/g, ''))
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

/** `isWithinPage` for a picture on a page that logs the view itself. */
interface OpenFileOptions {
  width?: SmallWidth
  isWithinPage?: boolean
}

/** Opens the file `id`, or returns null. The caller closes it. Logs the view, unless the picture is within a page. */
export async function openFile(
  db: Database,
  uploads: string,
  user: Account,
  id: number,
  { width, isWithinPage = false }: OpenFileOptions = {},
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

/** Returns the document `id` as pages show it; null until it is converted. Throws Refused, notFound. */
export async function readFileView(db: Database, uploads: string, user: Account, id: number) {
  const row = selectReadableFiles(db, user).select('files.storageKey').where('files.id', '=', id)
  const { storageKey } = orNotFound((await row.executeTakeFirst()) ?? null)
  const shown = await readDocumentView(uploads, storageKey)
  if (!shown) uploadEvents.emit(uploads, parseStorageKey(storageKey))
  return withPictures(shown, paths.files.one(id))
}

/** The beginning of the document `id` as students will see it. Waits at most `patience` ms until it is converted. */
export async function readFilePreview(
  db: Database,
  uploads: string,
  tutor: Tutor,
  { id, patience }: { id: number; patience: number },
) {
  const row = selectReadableFiles(db, tutor).select('files.storageKey').where('files.id', '=', id)
  const { storageKey } = orNotFound((await row.executeTakeFirst()) ?? null)
  return readDocumentPreview(uploads, storageKey, { url: paths.files.one(id), patience })
}

/** For tutors: what students do not see of the document `id`; empty if they see all of it, and until it is converted. */
export async function describeUnseen(db: Database, uploads: string, tutor: Tutor, id: number): Promise<string> {
  const row = await selectReadableFiles(db, tutor)
    .select('files.storageKey')
    .where('files.id', '=', id)
    .executeTakeFirst()
  return row ? describeRemarks(await readRemarks(uploads, row.storageKey)) : ''
}

/**
 * Opens the picture of a page of the document `id`, or returns null. The caller closes it. The page that shows it logs the view.
 */
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

/** Logs that `user` looked at another person's file. */
export async function logView(
  db: Database,
  user: Account,
  file: Pick<Row<'files'>, 'id' | 'title' | 'studentId' | 'album'>,
): Promise<void> {
  if (file.studentId && file.studentId !== user.id)
    await writeInBackground('a view of a file', logFile(db, user, 'looked at', file))
}

/** Records the first time that a student opens their own file or a shared one. */
export async function logOpened(
  db: Database,
  user: Account,
  { id, isShared, openedAt }: Pick<FileRecord, 'id' | 'isShared' | 'openedAt'>,
): Promise<void> {
  if (user.role !== 'student' || openedAt) return
  const now = new Date().toISOString()
  // Check again: the file may have been moved since it was read.
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
  await writeInBackground('the first opening of a file', opening.execute())
}

/** Ids of the students who opened each shared file, by file id. */
export async function listOpenings(db: Database, _tutor: Tutor, fileIds: number[]): Promise<Record<number, number[]>> {
  const openings = db.selectFrom('fileOpenings').select(['fileId', 'userId']).where('fileId', 'in', fileIds)
  const opened: Record<number, number[]> = Object.fromEntries(fileIds.map((id) => [id, []]))
  for (const { fileId, userId } of fileIds.length > 0 ? await openings.execute() : []) opened[fileId]?.push(userId)
  return opened
}
