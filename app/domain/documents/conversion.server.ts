import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DOCUMENTS, PAGE_WIDTHS } from '~/domain/files/kinds'
import { listUploadsInUse, parseStorageKey } from '~/domain/files/lost.server'
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
} from './shown.server'
import { convertWordDocument } from './word.server'

/** Pages that are shown of one document. Of a longer one, the download has the rest. */
const MOST_PAGES = 60
/** In milliseconds, for all pages of one document. */
const LONGEST = 120_000
/** In milliseconds, between two documents that were there before: their process takes memory that others may need. */
const EVERY = 5_000

/** Storage keys of all documents that open in the browser, newest first. */
async function documentsIn(db: Database): Promise<string[]> {
  const files = db.selectFrom('files').select(['storageKey', 'uploadedAt as at']).where('fileType', 'in', DOCUMENTS)
  const attached = db.selectFrom('newsletterAttachments').where('fileType', 'in', DOCUMENTS)
  const rows = await files.unionAll(attached.select(['storageKey', 'createdAt as at'])).execute()
  rows.sort((one, other) => (one.at < other.at ? 1 : -1))
  return [...new Set(rows.map(({ storageKey }) => parseStorageKey(storageKey)))]
}

/** Storage keys of the documents that are not made ready yet, newest first. */
async function waitingIn(db: Database, uploads: string): Promise<string[]> {
  const made = new Set(await readdir(getPagesFolder(uploads)).catch(() => []))
  return (await documentsIn(db)).filter((key) => !made.has(key))
}

/**
 * Makes documents ready: at once those that are uploaded, or asked for before they are; the others one every few seconds, newest first.
 * `isDone` waits until none is left.
 */
export function startConversion({ db, uploads }: { db: Database; uploads: string }) {
  const over = new AbortController()
  const { signal } = over
  const wanted = new Set<string>()
  let isSwept = false
  let isAllReady = false
  async function look() {
    if (isAllReady) return
    // What is deleted later goes with its file.
    if (!isSwept) await sweepShown(db, uploads)
    isSwept = true
    const waiting = (await waitingIn(db, uploads)).filter((key) => !lost.has(key))
    isAllReady = waiting.length === 0
    const first = waiting.filter((key) => wanted.has(key))
    const rest = waiting.filter((key) => !wanted.has(key))
    wanted.clear()
    for (const key of [...first, ...rest.slice(0, 1)])
      if (!signal.aborted)
        await convert(db, uploads, key, signal).catch((error: NodeJS.ErrnoException) => {
          // Its bytes are lost, which /readyz says (lost.server.ts): the others have their turn.
          if (error.code !== 'ENOENT') throw error
          lost.add(key)
        })
  }
  const lost = new Set<string>()
  const failure = 'documents could not be made ready to open'
  const job = startJob(look, { every: EVERY, failure, onStop: () => over.abort() })
  const onWanted = (key: string) => {
    wanted.add(key)
    isAllReady = false
    void job.again()
  }
  uploadEvents.on(uploads, onWanted)
  return {
    ...job,
    isDone: async () => {
      while ((await waitingIn(db, uploads)).length > 0) await job.again()
    },
    stop: async () => {
      uploadEvents.off(uploads, onWanted)
      await job.stop()
    },
  }
}

/** Removes what was made of documents that no row names any more, and what a stop left unfinished. */
async function sweepShown(db: Database, uploads: string): Promise<void> {
  const named = await listUploadsInUse(db)
  for (const name of await readdir(getPagesFolder(uploads)).catch(() => []))
    if (!named.has(name)) await rm(join(getPagesFolder(uploads), name), { recursive: true, force: true })
}

async function convert(db: Database, uploads: string, key: string, signal: AbortSignal): Promise<void> {
  const unfinished = `${getDocumentFolder(uploads, key)}.part`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const path = join(uploads, key)
  const shown = await ((await isPdf(path)) ? pagesOf : textOf)(path, unfinished, signal)
  if (signal.aborted || !shown) return
  await writeFile(join(unfinished, PAGE_LIST_NAME), JSON.stringify(shown))
  await rename(unfinished, getDocumentFolder(uploads, key))
  // It may have been deleted meanwhile.
  if (!(await isStorageKeyInUse(db, key))) await discardDocumentView(uploads, key)
  if (shown.state === 'failed') log.warn({ name: key, reason: shown.reason }, 'a document can only be downloaded')
}

/** Makes the pages of the PDF `path` in `folder`; null where others have their turn first. */
async function pagesOf(path: string, folder: string, signal: AbortSignal): Promise<DocumentViewData | null> {
  const pages: DocumentPages['pages'] = []
  let count = 1
  const end = performance.now() + LONGEST
  try {
    for (let number = 1; number <= Math.min(count, MOST_PAGES) && performance.now() < end; number++) {
      if (signal.aborted) break
      const page = await renderPdfPage({ path, number, widths: PAGE_WIDTHS })
      count = page.count
      await keepPage(folder, number, page.pictures)
      const { width, height, text } = page
      pages.push({ width, height, text })
    }
  } catch (error) {
    if (isPutOff(error)) return null
    // The pages before one that is too much are shown all the same.
    if (pages.length === 0) return { state: 'failed', reason: reasonOf(error) }
  }
  return pages.length > 0 ? { state: 'pages', count, pages } : { state: 'failed', reason: 'too much' }
}

/** Makes the text of the Word document `path`, with its pictures in `folder`. */
async function textOf(path: string, folder: string, signal: AbortSignal): Promise<DocumentViewData | null> {
  return convertWordDocument(path, folder, signal).catch((error: unknown): DocumentViewData | null =>
    isPutOff(error) ? null : { state: 'failed', reason: reasonOf(error) },
  )
}

/** True where so many pictures wait that a document has its turn later. */
const isPutOff = (error: unknown) => error instanceof Refused && error.status === 503

/** The bytes decided at the upload which kind of document it is. */
async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  const { buffer } = await file.read({ buffer: Buffer.alloc(5) }).finally(() => file.close())
  return buffer.toString('latin1') === '%PDF-'
}

async function keepPage(folder: string, number: number, pictures: PagePicture[]): Promise<void> {
  for (const { width, bytes } of pictures) await writeFile(join(folder, getPageFileName(number, width)), bytes)
}

function reasonOf(error: unknown): FailureReason {
  const message = String(Object(error).message)
  // PDFium is aborted where it gets no more memory.
  if (error instanceof Refused || /too large|call stack|abort|memory/i.test(message)) return 'too much'
  return /password/i.test(message) ? 'password' : 'damaged'
}
