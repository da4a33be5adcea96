import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import PQueue from 'p-queue'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'
import type { ExceededLimit, MissingPart } from './faults.server'
import {
  MAIL_WIDTH,
  type MailedName,
  type PageWidth,
  SHOWN_WIDTHS,
  SMALL_WIDTHS,
  type SmallWidth,
  type VersionName,
} from './kinds'

/** An image as it is stored: re-encoded from its pixels, without metadata. */
export interface StoredImage {
  bytes: Buffer
  width: number
  height: number
  small: { width: SmallWidth; bytes: Buffer }[]
}

const { make } = createPictureWorker()

/**
 * Re-encodes an image upright, at most 2400 px long, without metadata, with small versions. Returns `excess` if it is too large.
 * Throws for a broken one.
 */
export function reencodeImage(
  bytes: Blob,
  fileType: string,
): Promise<(StoredImage & { missing?: MissingPart }) | { excess: ExceededLimit }> {
  return make({ work: 'redraw', bytes, fileType, widths: SMALL_WIDTHS })
}

/** Returns why an encrypted PDF cannot be opened; null if it opens. Throws what `make` throws. */
export function findPdfLock(bytes: Blob): Promise<'password' | 'locked' | null> {
  return make({ work: 'lockOfPdf', bytes })
}

/** A document page in one width, as WebP. */
export interface PagePicture {
  width: PageWidth
  bytes: Buffer
}

/** A page of a PDF: the size of its largest picture, its text, and the number of pages in the PDF. */
interface PdfPage {
  count: number
  width: number
  height: number
  text: string
  pictures: PagePicture[]
}

/** Time limit for a page, in ms. Photo uploads wait meanwhile. */
const PAGE_TIMEOUT = 15_000

/** Renders a page of the PDF at `path`, counted from 1. Throws what `make` throws. */
export function renderPdfPage(order: { path: string; number: number; widths: readonly PageWidth[] }): Promise<PdfPage> {
  return make({ work: 'pageOfPdf', kind: 'pdf', most: PAGE_TIMEOUT, ...order })
}

/** A picture from a Word document, with the size of its largest version. */
type WordPicture = Omit<PdfPage, 'count' | 'text'>

/**
 * Returns the HTML of the Word document at `path`, not sanitised, with marks for its pictures (scripts/word.mjs), and their alt
 * texts. Throws what `make` throws.
 */
export function readWordHtml(path: string): Promise<{ html: string; alts: string[] }> {
  return make({ work: 'htmlOfWord', kind: 'word', most: PAGE_TIMEOUT, path })
}

/**
 * Renders picture `number`, counted from 1, of the Word document at `path`; null if it can't be drawn. Throws what `make` throws.
 */
export function readWordPicture(
  path: string,
  number: number,
  widths: readonly PageWidth[],
): Promise<WordPicture | null> {
  return make({ work: 'pictureOfWord', kind: 'word', most: PAGE_TIMEOUT, path, number, widths })
}

/** Versions of a picture for the website, with the size of the largest. */
export interface ImageVersions {
  width: number
  height: number
  fallback: 'jpg' | 'png'
  versions: { name: VersionName; bytes: Buffer }[]
}

/** Converts a re-encoded picture to the widths and formats of the website. Throws what `make` throws. */
export function createWebsiteVersions(bytes: Buffer | Blob): Promise<ImageVersions> {
  return make({ work: 'versions', bytes, widths: SHOWN_WIDTHS })
}

/** Converts a picture for emails, at most 480 px wide: to JPEG, or to PNG if it has transparency. Throws what `make` throws. */
export function createMailImage(bytes: Buffer): Promise<{ name: MailedName; bytes: Buffer }> {
  return make({ work: 'mailed', bytes, width: MAIL_WIDTH })
}

/** Creates the website's icon, a PNG of 180 px, from a logo or one of our SVG drawings. Throws what `make` throws. */
export function createIcon(bytes: Buffer): Promise<Buffer> {
  return make({ work: 'icon', bytes })
}

/** Renders one of our SVG drawings as a JPEG; a `density` of 72 is its own size. Throws what `make` throws. */
export function renderDrawing(svg: Buffer, density = 72): Promise<Buffer> {
  return make({ work: 'photograph', svg, density })
}

class ProcessEnded extends Error {}

/**
 * Kinds of jobs, with V8's heap limit for each in MB: parsing a long Word document takes about 12 times the size of its XML. Each
 * kind has its own process, because photos and PDFs take about 90 MB each.
 */
const HEAPS = { picture: 32, pdf: 32, word: 96 }
type WorkerKind = keyof typeof HEAPS

/** A job for scripts/pictures.mjs, named as there. `path` is its document, `most` its time limit in ms. */
export type PictureJob = { work: string; kind?: WorkerKind; path?: string; most?: number } & Record<string, unknown>

type WorkerAnswer = { made: unknown } | { fault: string }

/** Reads the bytes of a job's file, only when its turn comes. */
async function loadBytes({ bytes, ...order }: PictureJob): Promise<PictureJob> {
  return bytes instanceof Blob ? { ...order, bytes: Buffer.from(await bytes.arrayBuffer()) } : { ...order, bytes }
}

export const TOO_COMPLEX = 'This file is too much for us. Please make it smaller and try again.'
const BUSY = 'A lot of pictures are being added right now. Please wait a minute and try again.'
const QUEUE_WAIT = 30

/** Picture memory is outside V8's heap, so garbage collection must be forced. PDFium gets 128 MB, in pages of 64 kB. */
const NODE_FLAGS = ['--max-semi-space-size=1', '--expose-gc', `--wasm-max-mem-pages=${(128 * 1024) / 64}`]
/** Make glibc return free memory to the system. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Makes Linux kill the process `pid` instead of the larger server when memory runs out. */
function preferOutOfMemoryKill(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // Only Linux has this setting.
  }
}

/**
 * Runs picture jobs in a child process, one at a time. The process starts with the first job and ends after `idle` ms without one,
 * or with this process. It inherits no environment, and so no secrets. `make` returns a job's result. It throws Refused: 503 if
 * `maxWaiting` jobs are waiting, 413 if a job takes longer than `timeout` ms (or its `most`) or ends two processes; and an Error
 * for bytes that are no picture.
 */
export function createPictureWorker({ idle = 10_000, timeout = 60_000, maxWaiting = 20 } = {}) {
  const queue = new PQueue({ concurrency: 1 })
  let worker: ChildProcess | undefined
  let currentKind: WorkerKind = 'picture'
  let currentPath: string | undefined
  let idleTimer: NodeJS.Timeout | undefined

  function start(kind: WorkerKind, path?: string): ChildProcess {
    currentKind = kind
    currentPath = path
    const started = fork('scripts/pictures.mjs', {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAPS[kind]}`, ...NODE_FLAGS],
      env: { NODE_ENV: 'production', ...MALLOC },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if (started.pid) preferOutOfMemoryKill(started.pid)
    started.unref()
    started.channel?.unref()
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    // An unhandled error would end the server. The waiting job receives it anyway.
    started.on('error', () => undefined)
    return started
  }

  function endWorker() {
    worker?.kill('SIGKILL')
    worker = undefined
  }

  async function runOnce({ kind = 'picture', most = timeout, ...order }: PictureJob): Promise<WorkerAnswer> {
    // PDFium and V8 keep memory: a second document takes a third more than the first.
    if (kind !== currentKind || order.path !== currentPath) endWorker()
    worker ??= start(kind, order.path)
    const controller = new AbortController()
    const { signal } = controller
    // This timer keeps our process alive; an idle worker does not.
    const timer = setTimeout(() => controller.abort(new Error('it takes too long')), most)
    const ended = once(worker, 'exit', { signal }).then(([code, killedBy]) => {
      throw new ProcessEnded(`its process ended (${killedBy ?? code})`)
    })
    try {
      // If it can't be sent, the worker has ended or the timer ends it.
      worker.send(order, () => undefined)
      const [answer] = await Promise.race([once(worker, 'message', { signal }), ended])
      return answer
    } finally {
      clearTimeout(timer)
      controller.abort()
    }
  }

  async function runJob(order: PictureJob): Promise<unknown> {
    clearTimeout(idleTimer)
    const answer = await runOnce(await loadBytes(order))
      .catch(async (error: unknown) => {
        if (!(error instanceof ProcessEnded)) throw error
        // Linux may kill it because of memory that earlier pictures left behind, so try once more.
        log.info({ err: error }, 'a picture is retried in a new process')
        return runOnce(await loadBytes(order))
      })
      .catch((error: unknown) => {
        endWorker()
        log.warn({ err: error }, 'a picture could not be converted')
        throw new Refused(413, TOO_COMPLEX)
      })
    // A document's process takes memory that others may need, so it ends sooner.
    idleTimer = setTimeout(endWorker, order.kind ? Math.min(idle, 500) : idle).unref()
    if ('fault' in answer) throw new Error(answer.fault)
    return answer.made
  }

  return {
    make: async <Made>(order: PictureJob): Promise<Made> => {
      if (queue.size >= maxWaiting) throw new Refused(503, BUSY, { retryAfter: QUEUE_WAIT })
      // Photos first: people wait for them, but not for documents.
      const priority = order.kind ? 0 : 1
      return (await queue.add(() => runJob(order), { priority })) as Made
    },
    /** The worker's process id while it runs. */
    pid: () => worker?.pid,
  }
}
