import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DOCUMENTS, PAGE_WIDTHS } from '~/domain/files/kinds'
import { findUnusedNames, parseStorageKey } from '~/domain/files/lost-uploads.server'
import { type PagePicture, renderPdfPage } from '~/domain/files/picture.server'
import { isStorageKeyInUse, uploadEvents } from '~/domain/files/store.server'
import { startJob } from '~/domain/job.server'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'
import type { Database } from '~db/schema'
import {
  type DocumentPages,
  type DocumentViewData,
  discardDocumentView,
  type FailureReason,
  getDocumentFolder,
  getPageFileName,
  getPagesFolder,
  PAGE_LIST_NAME,
} from './document-view.server'
import { convertWordDocument } from './word.server'

/** The most pages to show of a document; the download has the rest. */
const MAX_PAGES = 60
/** For all pages of a document, in milliseconds. */
const MAX_CONVERSION_TIME = 120_000
/** Between two older documents, in milliseconds: converting takes memory that requests may need. */
const CONVERSION_INTERVAL = 5_000

/** Storage keys of all documents that open in the browser, newest first. */
async function listDocumentKeys(db: Database): Promise<string[]> {
  const files = db.selectFrom('files').select(['storageKey', 'uploadedAt as at']).where('fileType', 'in', DOCUMENTS)
  const attached = db.selectFrom('newsletterAttachments').where('fileType', 'in', DOCUMENTS)
  const rows = await files.unionAll(attached.select(['storageKey', 'createdAt as at'])).execute()
  rows.sort((one, other) => (one.at < other.at ? 1 : -1))
  return [...new Set(rows.map(({ storageKey }) => parseStorageKey(storageKey)))]
}

/** Storage keys of documents not converted yet, newest first. */
async function listUnconvertedKeys(db: Database, uploads: string): Promise<string[]> {
  const converted = new Set(await readdir(getPagesFolder(uploads)).catch(() => []))
  return (await listDocumentKeys(db)).filter((key) => !converted.has(key))
}

/**
 * Converts documents: uploaded ones, and those opened before they are ready, at once; the others one every few seconds, newest
 * first. `isDone` waits until none is left.
 */
export function startConversion({ db, uploads }: { db: Database; uploads: string }) {
  const abortController = new AbortController()
  const { signal } = abortController
  const urgentKeys = new Set<string>()
  let isSwept = false
  let isAllReady = false
  async function convertWaiting() {
    if (isAllReady) return
    // Once is enough: deleting a document removes its pages.
    if (!isSwept) await removeUnusedPages(db, uploads)
    isSwept = true
    const waiting = (await listUnconvertedKeys(db, uploads)).filter((key) => !lostKeys.has(key))
    isAllReady = waiting.length === 0
    const first = waiting.filter((key) => urgentKeys.has(key))
    const rest = waiting.filter((key) => !urgentKeys.has(key))
    urgentKeys.clear()
    for (const key of [...first, ...rest.slice(0, 1)])
      if (!signal.aborted)
        await convertDocument(db, uploads, key, signal).catch((error: NodeJS.ErrnoException) => {
          // Its bytes are lost, which /readyz reports (lost-uploads.server.ts). Continue with the others.
          if (error.code !== 'ENOENT') throw error
          lostKeys.add(key)
        })
  }
  const lostKeys = new Set<string>()
  const failure = 'documents could not be converted'
  const job = startJob(convertWaiting, { every: CONVERSION_INTERVAL, failure, onStop: () => abortController.abort() })
  const onStored = (key: string) => {
    urgentKeys.add(key)
    isAllReady = false
    void job.runAgain()
  }
  uploadEvents.on(uploads, onStored)
  return {
    ...job,
    isDone: async () => {
      while ((await listUnconvertedKeys(db, uploads)).length > 0) await job.runAgain()
    },
    stop: async () => {
      uploadEvents.off(uploads, onStored)
      await job.stop()
    },
  }
}

/** Removes the pages of deleted documents, and unfinished ones after a stop. */
async function removeUnusedPages(db: Database, uploads: string): Promise<void> {
  const names = await readdir(getPagesFolder(uploads)).catch(() => [])
  const unfinished = names.filter((name) => name.endsWith('.part'))
  for (const name of [...unfinished, ...(await findUnusedNames(db, names))])
    await rm(join(getPagesFolder(uploads), name), { recursive: true, force: true })
}

async function convertDocument(db: Database, uploads: string, key: string, signal: AbortSignal): Promise<void> {
  const unfinished = `${getDocumentFolder(uploads, key)}.part`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const path = join(uploads, key)
  const shown = await ((await isPdf(path)) ? convertPdf : convertWord)(path, unfinished, signal)
  if (signal.aborted || !shown) return
  await writeFile(join(unfinished, PAGE_LIST_NAME), JSON.stringify(shown))
  await rename(unfinished, getDocumentFolder(uploads, key))
  // It may have been deleted in the meantime.
  if (!(await isStorageKeyInUse(db, key))) await discardDocumentView(uploads, key)
  if (shown.state === 'failed') log.warn({ name: key, reason: shown.reason }, 'a document can only be downloaded')
}

/** Converts the PDF `path` into page images in `folder`; null if it is postponed. */
async function convertPdf(path: string, folder: string, signal: AbortSignal): Promise<DocumentViewData | null> {
  const pages: DocumentPages['pages'] = []
  let count = 1
  const end = performance.now() + MAX_CONVERSION_TIME
  try {
    for (let number = 1; number <= Math.min(count, MAX_PAGES) && performance.now() < end; number++) {
      if (signal.aborted) break
      const page = await renderPdfPage({ path, number, widths: PAGE_WIDTHS })
      count = page.count
      await savePage(folder, number, page.pictures)
      const { width, height, text } = page
      pages.push({ width, height, text })
    }
  } catch (error) {
    if (isPostponed(error)) return null
    // Show the pages before one that is too large.
    if (pages.length === 0) return { state: 'failed', reason: getFailureReason(error) }
  }
  return pages.length > 0 ? { state: 'pages', count, pages } : { state: 'failed', reason: 'too much' }
}

/** Converts the Word document `path` to HTML, with its pictures in `folder`; null if it is postponed. */
async function convertWord(path: string, folder: string, signal: AbortSignal): Promise<DocumentViewData | null> {
  return convertWordDocument(path, folder, signal).catch((error: unknown): DocumentViewData | null =>
    isPostponed(error) ? null : { state: 'failed', reason: getFailureReason(error) },
  )
}

/** True if the picture queue is full. The document is then converted later. */
const isPostponed = (error: unknown) => error instanceof Refused && error.status === 503

/** Distinguishes PDF from Word. The upload has checked the bytes. */
async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  const { buffer } = await file.read({ buffer: Buffer.alloc(5) }).finally(() => file.close())
  return buffer.toString('latin1') === '%PDF-'
}

async function savePage(folder: string, number: number, pictures: PagePicture[]): Promise<void> {
  for (const { width, bytes } of pictures) await writeFile(join(folder, getPageFileName(number, width)), bytes)
}

function getFailureReason(error: unknown): FailureReason {
  const message = String(Object(error).message)
  // PDFium aborts when it runs out of memory.
  if (error instanceof Refused || /too large|call stack|abort|memory/i.test(message)) return 'too much'
  return /password/i.test(message) ? 'password' : 'damaged'
}
