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

/** An image as it is stored: re-encoded from its pixels, without anything else. */
export interface StoredImage {
  bytes: Buffer
  width: number
  height: number
  small: { width: SmallWidth; bytes: Buffer }[]
}

const { make } = createPictureWorker()

/** Re-encodes an image upright, at most 2400 px, without metadata, with small versions, unless it is too large. Throws for a broken one. */
export function reencodeImage(
  bytes: Blob,
  fileType: string,
): Promise<(StoredImage & { missing?: MissingPart }) | { excess: ExceededLimit }> {
  return make({ work: 'redraw', bytes, fileType, widths: SMALL_WIDTHS })
}

/** Why an encrypted PDF cannot be opened: 'password' or 'locked'; null if it opens. Throws what `make` throws. */
export function findPdfLock(bytes: Blob): Promise<'password' | 'locked' | null> {
  return make({ work: 'lockOfPdf', bytes })
}

/** A page of a PDF in one width, as WebP. */
export interface PagePicture {
  width: PageWidth
  bytes: Buffer
}

/** A page of a PDF. The size is that of its largest picture; `count` pages are in all. */
interface PdfPage {
  count: number
  width: number
  height: number
  text: string
  pictures: PagePicture[]
}

/** In milliseconds: photos that people upload wait for it meanwhile. */
const LONGEST_PAGE = 15_000

/** A page of the PDF at `path`, from 1. Throws what `make` throws. */
export function renderPdfPage(order: { path: string; number: number; widths: readonly PageWidth[] }): Promise<PdfPage> {
  return make({ work: 'pageOfPdf', kind: 'pdf', most: LONGEST_PAGE, ...order })
}

/** A picture of a Word document, in its widths. The size is that of the largest one. */
type WordPicture = Omit<PdfPage, 'count' | 'text'>

/** The words of the Word document at `path`, not sanitised, with marks for its pictures (scripts/word.mjs), and what each of these shows. Throws what `make` throws. */
export function readWordHtml(path: string): Promise<{ html: string; alts: string[] }> {
  return make({ work: 'htmlOfWord', kind: 'word', most: LONGEST_PAGE, path })
}

/** The picture `number` of the Word document at `path`, from 1; null for one that can't be drawn. Throws what `make` throws. */
export function readWordPicture(
  path: string,
  number: number,
  widths: readonly PageWidth[],
): Promise<WordPicture | null> {
  return make({ work: 'pictureOfWord', kind: 'word', most: LONGEST_PAGE, path, number, widths })
}

/** What the website shows of a picture: the size of the largest version, and the bytes of each. */
export interface ImageVersions {
  width: number
  height: number
  fallback: 'jpg' | 'png'
  versions: { name: VersionName; bytes: Buffer }[]
}

/** A picture that `redraw` gave in the widths and formats of the website. Throws what `make` throws. */
export function createWebsiteVersions(bytes: Buffer | Blob): Promise<ImageVersions> {
  return make({ work: 'versions', bytes, widths: SHOWN_WIDTHS })
}

/** A picture for mails, at most 480 px wide: a JPEG, or a PNG where something is transparent. Throws what `make` throws. */
export function createMailImage(bytes: Buffer): Promise<{ name: MailedName; bytes: Buffer }> {
  return make({ work: 'mailed', bytes, width: MAIL_WIDTH })
}

/** The website's icon, a PNG of 180 px, from a logo or a drawing of ours (SVG). Throws what `make` throws. */
export function createIcon(bytes: Buffer): Promise<Buffer> {
  return make({ work: 'icon', bytes })
}

/** A drawing of our own (SVG, at `density` pixels for 72) as a photo in JPEG. Throws what `make` throws. */
export function renderDrawing(svg: Buffer, density = 72): Promise<Buffer> {
  return make({ work: 'photograph', svg, density })
}

class ProcessEnded extends Error {}

/**
 * The kinds of work, with the megabytes of V8's heap for each: parsing a long Word document takes a dozen times the size of its XML. Each
 * has a process of its own, since photos and PDFs take some 90 MB each.
 */
const HEAPS = { picture: 32, pdf: 32, word: 96 }
type Kind = keyof typeof HEAPS

/**
 * Work for scripts/pictures.mjs, by the name it has there; `path` is the document that it is of, and it may take
 * `most` milliseconds.
 */
export type PictureJob = { work: string; kind?: Kind; path?: string; most?: number } & Record<string, unknown>

type Answer = { made: unknown } | { fault: string }

/** An order with the bytes of its file, which are read only when its turn comes. */
async function atHand({ bytes, ...order }: PictureJob): Promise<PictureJob> {
  return bytes instanceof Blob ? { ...order, bytes: Buffer.from(await bytes.arrayBuffer()) } : { ...order, bytes }
}

export const TOO_COMPLEX = 'This file is too much for us. Please make it smaller and try again.'
const BUSY = 'A lot of pictures are being added right now. Please wait a minute and try again.'
const QUEUE_WAIT = 30

/** Its memory is outside of V8's heap, which would see no reason to collect the little that holds it. PDFium has 128 MB, in pages of 64 kB. */
const flags = ['--max-semi-space-size=1', '--expose-gc', `--wasm-max-mem-pages=${(128 * 1024) / 64}`]
/** glibc gives back what is free, instead of keeping it for later. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Has Linux end the process `pid`, and not the server, where memory runs out: from its start on, when it is the smaller of the two. */
function killedFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // Other systems choose for themselves.
  }
}

/**
 * Makes pictures in a process of its own, one at a time: the process starts with the first order, ends after `idle` milliseconds
 * without one, and goes with this process. It inherits no environment, so no secret. `make` gives what was ordered. It throws
 * Refused: 503 when `places` orders wait already, 413 when the work takes longer than `longest` milliseconds (or its `most`), or two
 * processes die of it; and an Error for bytes that are no picture.
 */
export function createPictureWorker({ idle = 10_000, longest = 60_000, places = 20 } = {}) {
  const turns = new PQueue({ concurrency: 1 })
  let maker: ChildProcess | undefined
  let itsKind: Kind = 'picture'
  let itsDocument: string | undefined
  let rest: NodeJS.Timeout | undefined

  function start(kind: Kind, path?: string): ChildProcess {
    itsKind = kind
    itsDocument = path
    const started = fork('scripts/pictures.mjs', {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAPS[kind]}`, ...flags],
      env: { NODE_ENV: 'production', ...MALLOC },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if (started.pid) killedFirst(started.pid)
    started.unref()
    started.channel?.unref()
    started.once('exit', () => {
      if (maker === started) maker = undefined
    })
    // Whoever waits for it hears of it too.
    started.on('error', () => undefined)
    return started
  }

  function end() {
    maker?.kill('SIGKILL')
    maker = undefined
  }

  async function ask({ kind = 'picture', most = longest, ...order }: PictureJob): Promise<Answer> {
    // A second document takes a third more memory than the first, which PDFium and V8 keep.
    if (kind !== itsKind || order.path !== itsDocument) end()
    maker ??= start(kind, order.path)
    const over = new AbortController()
    const { signal } = over
    // Also holds this process, which the one at rest does not.
    const patience = setTimeout(() => over.abort(new Error('it takes too long')), most)
    const ended = once(maker, 'exit', { signal }).then(([code, killedBy]) => {
      throw new ProcessEnded(`its process ended (${killedBy ?? code})`)
    })
    try {
      // A process that can't be reached has ended, or is ended by the clock.
      maker.send(order, () => undefined)
      const [answer] = await Promise.race([once(maker, 'message', { signal }), ended])
      return answer
    } finally {
      clearTimeout(patience)
      over.abort()
    }
  }

  async function work(order: PictureJob): Promise<unknown> {
    clearTimeout(rest)
    const answer = await ask(await atHand(order))
      .catch(async (error: unknown) => {
        if (!(error instanceof ProcessEnded)) throw error
        // Where memory runs out, Linux ends it for what the pictures before have left in it.
        log.info({ err: error }, 'a picture is made again, by another process')
        return ask(await atHand(order))
      })
      .catch((error: unknown) => {
        end()
        log.warn({ err: error }, 'a picture could not be made')
        throw new Refused(413, TOO_COMPLEX)
      })
    // A document's process takes memory that others may need.
    rest = setTimeout(end, order.kind ? Math.min(idle, 500) : idle).unref()
    if ('fault' in answer) throw new Error(answer.fault)
    return answer.made
  }

  return {
    make: async <Made>(order: PictureJob): Promise<Made> => {
      if (turns.size >= places) throw new Refused(503, BUSY, { retryAfter: QUEUE_WAIT })
      // Documents wait: nobody waits for their answer, and another process takes memory while photos are drawn.
      const priority = order.kind ? 0 : 1
      return (await turns.add(() => work(order), { priority })) as Made
    },
    /** The process's id while it runs. */
    pid: () => maker?.pid,
  }
}
