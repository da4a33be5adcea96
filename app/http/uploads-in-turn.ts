import type { Request, RequestHandler } from 'express'
import PQueue from 'p-queue'
import { inside } from './crowd'
import { collectGarbage } from './full-heap'
import { answer } from './gate'

/** Uploads in Remix at once: one whose picture is made, and one that arrives meanwhile. Each is in memory several times over. */
const AT_ONCE = 2
/** With more than this queued, about five minutes' work, an upload is refused. */
const MOST_WAITING = 100
/** A place is given up after this time, in milliseconds, so that a slow connection holds nobody up. */
const LONGEST_PLACE = 20_000
const RETRY_AFTER = 60
/** What uploads may leave before it is collected, in bytes; and the milliseconds after which the last of it is. */
const MOST_LEFT = 32 * 1024 * 1024
const COLLECT_AFTER = 10_000

/** A form with a file, where only people with an account may send one; everybody else is refused there before it is read. */
const isUpload = ({ method, path, headers }: Request) =>
  method === 'POST' && /^\/(dashboard|api)\b/.test(path) && /^multipart\//i.test(headers['content-type'] ?? '')

/**
 * Lets uploads in a few at a time; the bytes of the others wait on their side of the line. Collects what they leave, since V8 counts
 * only the few objects that hold their bytes.
 */
export function uploadsInTurn({ longestPlace = LONGEST_PLACE, mostWaiting = MOST_WAITING } = {}): RequestHandler {
  const lane = new PQueue({ concurrency: AT_ONCE })
  let rest: NodeJS.Timeout | undefined
  lane.addEventListener('active', () => clearTimeout(rest))
  lane.addEventListener('next', () => {
    if (process.memoryUsage().arrayBuffers > MOST_LEFT) collectGarbage()
  })
  lane.addEventListener('idle', () => {
    rest = setTimeout(collectGarbage, COLLECT_AFTER).unref()
  })
  return (request, response, next) => {
    if (!isUpload(request)) return next()
    if (lane.size < mostWaiting) return void lane.add(() => inside(response, next, longestPlace))
    response.set('Retry-After', String(RETRY_AFTER))
    const way = { to: request.path, words: 'Go back to the form' }
    const words = 'A lot of files are being added right now. Please wait a minute and try again.'
    answer(request, response, 503, words, way)
  }
}
