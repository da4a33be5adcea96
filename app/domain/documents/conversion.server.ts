import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { DOCUMENTS, PAGE_WIDTHS } from '~/domain/files/kinds'
import { findUnusedNames, parseStorageKey } from '~/domain/files/lost-uploads.server'
import { type DocumentOrder, type PagePicture, type PdfWords, renderPdfPage } from '~/domain/files/picture.server'
import { isStorageKeyInUse, uploadEvents } from '~/domain/files/store.server'
import { HelperFailure } from '~/domain/foreign/helper.server'
import { documentProcessorTime, MAX_STORED_RESULT, pdfBounds } from '~/domain/foreign/registry'
import { QuietTime, startJob } from '~/domain/job.server'
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
  STRIKES,
} from './document-view.server'
import { listPdfRemarks } from './remarks'
import { convertWordDocument } from './word.server'

/** A document that ended our process this often is not opened again. */
const MAX_STRIKES = 2

const getStrikesPath = (uploads: string, key: string) => `${getDocumentFolder(uploads, key)}${STRIKES}`

/** A conversion that is written down as begun. `close` says that it ended without ending our process. */
interface BegunConversion {
  close: () => Promise<void>
}

/** Writes down, synced to disk, that a conversion begins. Returns null if it ended our process twice before. */
async function beginConversion(uploads: string, key: string): Promise<BegunConversion | null> {
  const path = getStrikesPath(uploads, key)
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'a')
  try {
    const { size: before } = await file.stat()
    if (before >= MAX_STRIKES) return null
    await file.writeFile('.')
    await file.sync()
    return { close: () => setStrikes(path, before) }
  } finally {
    await file.close()
  }
}

async function setStrikes(path: string, strikes: number): Promise<void> {
  if (strikes === 0) return rm(path, { force: true })
  // Not there any more if the document was deleted.
  const file = await open(path, 'r+').catch(() => null)
  await file?.truncate(strikes).finally(() => file.close())
}

/** A hyphen at the end of a line, as app/processes/pdf.mjs marks it. */
const LINE_HYPHEN = '\ufffe'
/** A word in two lines: at least two letters on each, and no capital after the hyphen. */
const DIVIDED_WORD = /(?<![\p{L}\p{N}-])(\p{L}{2,60})\ufffe(\p{Ll}{2,60})(?![\p{L}\ufffe-])/gu
/** A number in two lines. */
const DIVIDED_NUMBER = /(\d-)\n(?=\d)/g

/** Joins the words of a PDF that are divided at line ends. The hyphen stays unless the word without it is an English one: 'drop-in'. */
export async function joinHyphens(text: string): Promise<string> {
  const numbered = text.replace(DIVIDED_NUMBER, '$1')
  if (!numbered.includes(LINE_HYPHEN)) return numbered
  const { default: common } = await import('@zxcvbn-ts/language-en/dist/commonWords.json.mjs')
  const words = new Set(common)
  return numbered
    .replace(DIVIDED_WORD, (divided, begin: string, end: string) =>
      words.has(`${begin}${end}`.toLowerCase()) ? `${begin}${end}` : divided,
    )
    .replaceAll(LINE_HYPHEN, '-')
}

/** Between two older documents, in milliseconds. */
const CONVERSION_INTERVAL = 5_000
/**
 * Older documents wait until nobody has used the server for this time, in ms, or until the last one is this old: each takes a process whose
 * memory requests and operator's commands need. With 256 MB a backup beside them took 290 s.
 */
const OLDER = { quiet: 30_000, latest: 300_000 }
/** When a document is tried again for which the machine was too busy, in ms: once it is quiet, or at the latest. */
const POSTPONED = { earliest: 30_000, latest: 600_000 }

const isQuiet = () => loadavg()[0]! < availableParallelism()

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

/** The documents for which the machine was too busy, until they are due again. */
class PostponedDocuments {
  readonly #since = new Map<string, number>()

  add(key: string): void {
    this.#since.set(key, performance.now())
  }

  isDue(key: string): boolean {
    const waited = performance.now() - (this.#since.get(key) ?? Number.NEGATIVE_INFINITY)
    return waited >= POSTPONED.latest || (waited >= POSTPONED.earliest && isQuiet())
  }
}

interface ConversionOptions {
  db: Database
  uploads: string
  /** Limits the wait for each answer of a helper process, in ms. */
  patience?: number
  quietTime?: QuietTime
}

/**
 * Converts documents: uploaded ones, and those opened before they are ready, at once; the others one every few seconds in quiet times,
 * newest first. `isDone` waits until none is left.
 */
export function startConversion({ db, uploads, patience, quietTime = new QuietTime() }: ConversionOptions) {
  const abortController = new AbortController()
  const { signal } = abortController
  const urgentKeys = new Set<string>()
  let isSwept = false
  let isAllReady = false
  let lastOlderAt = performance.now()
  async function convertWaiting() {
    if (isAllReady) return
    // Once is enough: deleting a document removes its pages.
    if (!isSwept) await cleanPages(db, uploads)
    isSwept = true
    const unconverted = (await listUnconvertedKeys(db, uploads)).filter((key) => !lostKeys.has(key))
    isAllReady = unconverted.length === 0
    const waiting = unconverted.filter((key) => postponed.isDue(key))
    const first = waiting.filter((key) => urgentKeys.has(key))
    const isOlderDue = quietTime.measure() >= OLDER.quiet || performance.now() - lastOlderAt >= OLDER.latest
    const older = isOlderDue ? waiting.filter((key) => !urgentKeys.has(key)).slice(0, 1) : []
    if (older.length > 0) lastOlderAt = performance.now()
    urgentKeys.clear()
    for (const key of [...first, ...older])
      if (!signal.aborted)
        await convertDocument({ db, uploads, key, patience, signal }).catch((error: NodeJS.ErrnoException) => {
          if (error instanceof HelperFailure) return postponed.add(key)
          // Its bytes are lost, which /readyz reports (lost-uploads.server.ts). Continue with the others.
          if (error.code !== 'ENOENT') throw error
          lostKeys.add(key)
        })
  }
  const lostKeys = new Set<string>()
  const postponed = new PostponedDocuments()
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

/** Removes the pages of deleted documents, unfinished ones after a stop, and those whose list is missing, of a former kind, or too large. */
async function cleanPages(db: Database, uploads: string): Promise<void> {
  const all = getPagesFolder(uploads)
  const names = await readdir(all).catch(() => [])
  const removed = new Set([...names.filter((name) => name.endsWith('.part')), ...(await findUnusedNames(db, names))])
  for (const name of names.filter((name) => !removed.has(name) && !name.endsWith(STRIKES))) {
    const list = await stat(join(all, name, PAGE_LIST_NAME)).catch(() => null)
    if (!list || list.size > MAX_STORED_RESULT) removed.add(name)
  }
  for (const name of removed) await rm(join(all, name), { recursive: true, force: true })
}

interface Conversion {
  db: Database
  uploads: string
  key: string
  patience?: number
  signal: AbortSignal
}

/** Converts a document. Throws HelperFailure if the machine is too busy. */
async function convertDocument({ db, uploads, key, patience, signal }: Conversion): Promise<void> {
  const unfinished = `${getDocumentFolder(uploads, key)}.part`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const path = join(uploads, key)
  const convert = (await isPdf(path)) ? convertPdf : convertWord
  const conversion = await beginConversion(uploads, key)
  try {
    const shown = conversion
      ? await convert({ path, patience }, unfinished, signal)
      : ({ state: 'failed', reason: 'ended' } as const)
    if (!signal.aborted) await storeView({ db, uploads, key }, unfinished, shown)
  } finally {
    await conversion?.close()
  }
}

/** Stores the result of a conversion. */
async function storeView(
  { db, uploads, key }: Pick<Conversion, 'db' | 'uploads' | 'key'>,
  unfinished: string,
  found: DocumentViewData,
): Promise<void> {
  const list = JSON.stringify(found)
  const fits = Buffer.byteLength(list) <= MAX_STORED_RESULT
  const shown: DocumentViewData = fits ? found : { state: 'failed', reason: 'too much' }
  await writeFile(join(unfinished, PAGE_LIST_NAME), fits ? list : JSON.stringify(shown))
  await rename(unfinished, getDocumentFolder(uploads, key))
  // It may have been deleted in the meantime.
  if (!(await isStorageKeyInUse(db, key))) await discardDocumentView(uploads, key)
  if (shown.state === 'failed') log.warn({ name: key, reason: shown.reason }, 'a document can only be downloaded')
}

/** Converts a PDF into page images in `folder`. Throws HelperFailure if the machine is too busy. */
async function convertPdf(document: DocumentOrder, folder: string, signal: AbortSignal): Promise<DocumentViewData> {
  const pages: DocumentPages['pages'] = []
  let count = 1
  let isTextCut = false
  let attachments = 0
  const words: PdfWords[] = []
  const left = { text: pdfBounds.documentText, pictures: pdfBounds.pictures, processorTime: documentProcessorTime }
  try {
    for (let number = 1; number <= Math.min(count, pdfBounds.pages); number++) {
      if (signal.aborted || left.pictures <= 0 || left.processorTime <= 0) break
      const maxText = Math.min(pdfBounds.pageText, left.text)
      const { made: page, processorTime } = await renderPdfPage({ ...document, number, widths: PAGE_WIDTHS, maxText })
      if (page.container) return { state: 'failed', reason: page.container }
      const { width, height } = page
      const text = await joinHyphens(page.text)
      count = page.count
      attachments = page.attachments
      words.push(page)
      isTextCut ||= page.isTextCut
      await savePage(folder, number, page.pictures)
      pages.push({ width, height, text, undrawn: getUndrawn(page) })
      left.text -= text.length
      left.pictures -= page.pictures.reduce((sum, { bytes }) => sum + bytes.length, 0)
      left.processorTime -= processorTime
    }
  } catch (error) {
    const reason = getFailureReason(error)
    // Show the pages before one that is too large.
    if (pages.length === 0) return { state: 'failed', reason }
  }
  return { state: 'pages', count, pages, isTextCut, remarks: listPdfRemarks(words, attachments) }
}

/** Whether words of a page are missing in its picture. */
function getUndrawn({ words: { shown, undrawn } }: PdfWords): DocumentPages['pages'][number]['undrawn'] {
  return undrawn === 0 ? undefined : undrawn > shown ? 'most' : 'some'
}

/** Converts a Word document to HTML, with its pictures in `folder`. Throws HelperFailure if the machine is too busy. */
const convertWord = (document: DocumentOrder, folder: string, signal: AbortSignal) =>
  convertWordDocument(document, folder, signal).catch(
    (error: unknown): DocumentViewData => ({ state: 'failed', reason: getFailureReason(error) }),
  )

/** Distinguishes PDF from Word. The upload has checked the bytes. */
async function isPdf(path: string): Promise<boolean> {
  const file = await open(path)
  const { buffer } = await file.read({ buffer: Buffer.alloc(5) }).finally(() => file.close())
  return buffer.toString('latin1') === '%PDF-'
}

async function savePage(folder: string, number: number, pictures: PagePicture[]): Promise<void> {
  for (const { width, bytes } of pictures) await writeFile(join(folder, getPageFileName(number, width)), bytes)
}

/** Why a document could not be converted. Throws HelperFailure again if the machine was too busy. */
function getFailureReason(error: unknown): FailureReason {
  if (error instanceof HelperFailure) {
    if (error.reason === 'busy') throw error
    return error.reason === 'ended' ? 'ended' : 'too much'
  }
  const message = String(Object(error).message)
  // PDFium aborts when it runs out of memory.
  if (/too large|call stack|abort|memory/i.test(message)) return 'too much'
  return /password/i.test(message) ? 'password' : 'damaged'
}
