import type { Request, RequestHandler, Response } from 'express'
import PQueue from 'p-queue'
import { answer } from '~/http/gate/gate'
import { FORM_LIMIT, greatestBody, takesFiles, UPLOAD_LIMIT } from './body-sizes'
import { collectGarbage } from './full-heap'
import { inside } from './login-queue'

/** Uploads in Remix at once: one whose picture is made, which is in memory several times over, and one that arrives meanwhile. */
const AT_ONCE = 2
/** With more announced bytes than this unanswered, some minutes' work, an upload is refused; and of one person. */
const MOST_WAITING = 1024 * 1024 * 1024
const MOST_OF_ONE = 64 * 1024 * 1024
/** A place is given up after this time, in milliseconds, so that a slow connection holds nobody up. */
const LONGEST_PLACE = 20_000
const RETRY_AFTER = 60
/** What uploads may leave before it is collected, in bytes; and the milliseconds after which the last of it is. */
const MOST_LEFT = 32 * 1024 * 1024
const COLLECT_AFTER = 10_000

/** The bytes that a request announces; without a Content-Length, the most that are read of it where files are taken. */
function announced({ headers }: Request): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : UPLOAD_LIMIT
}

/** A page of the portal that a browser without scripts asks for: Remix would lead whoever is logged out to the log-in, and say nothing. */
const isPage = (path: string) => /^\/dashboard\b/i.test(path) && !path.endsWith('.data')
const TOO_LARGE =
  'That is too large to send. A file may have up to 5 MB. If you were logged out, please log in again first; your browser’s Back button leads to what you typed.'

/** The uploads of one person, one after the other, and their bytes. */
interface Share {
  queue: PQueue
  bytes: number
}

/**
 * Lets uploads in a few at a time, of each person one; the bytes of the others wait on their side of the line. An upload is what
 * announces more than any form where files are taken, by somebody who may send them: `whoMayAddFiles` gives the account, or null.
 * Anybody else's body is refused for its size before it is read, here or in body.ts. Collects what uploads leave, since V8 counts only the few
 * objects that hold their bytes.
 */
export function uploadsInTurn(
  whoMayAddFiles: (request: Request) => Promise<number | null>,
  { longestPlace = LONGEST_PLACE, mostWaiting = MOST_WAITING, mostOfOne = MOST_OF_ONE } = {},
): RequestHandler {
  const places = new PQueue({ concurrency: AT_ONCE })
  const shares = new Map<number, Share>()
  let waiting = 0
  let rest: NodeJS.Timeout | undefined
  places.addEventListener('active', () => clearTimeout(rest))
  places.addEventListener('next', () => {
    if (process.memoryUsage().arrayBuffers > MOST_LEFT) collectGarbage()
  })
  places.addEventListener('idle', () => {
    rest = setTimeout(collectGarbage, COLLECT_AFTER).unref()
  })

  /** Counts the bytes of `person` until the response is sent, or nobody waits for it: a slow body is in memory for so long. */
  function shareOf(person: number, bytes: number, response: Response): Share {
    const share = shares.get(person) ?? { queue: new PQueue({ concurrency: 1 }), bytes: 0 }
    shares.set(person, share)
    share.bytes += bytes
    waiting += bytes
    response.once('close', () => {
      share.bytes -= bytes
      waiting -= bytes
      if (share.bytes === 0) shares.delete(person)
    })
    return share
  }

  return async (request, response, next) => {
    const { path } = request
    const bytes = announced(request)
    if (bytes <= FORM_LIMIT) return next()
    const person = takesFiles(path) ? await whoMayAddFiles(request).catch(() => null) : null
    if (response.destroyed) return
    if (isPage(path) && Number(request.headers['content-length'] ?? 0) > greatestBody(path, person !== null))
      return answer(request, response, 413, TOO_LARGE, { to: path, words: 'Go back to the form' })
    if (person === null) return next()
    const own = shares.get(person)?.bytes ?? 0
    if (waiting + bytes <= mostWaiting && own + bytes <= mostOfOne) {
      const { queue } = shareOf(person, bytes, response)
      return void queue.add(() => places.add(() => inside(response, next, longestPlace)))
    }
    response.set('Retry-After', String(RETRY_AFTER))
    const way = { to: path, words: 'Go back to the form' }
    const words = 'A lot of files are being added right now. Please wait a minute and try again.'
    answer(request, response, 503, words, way)
  }
}
