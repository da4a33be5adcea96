import type { RequestHandler } from 'express'
import { FORM_LIMIT } from './body-sizes'

/** Between two looks at the memory, in ms. A body from the same machine brings some 10 MB in it. */
const LOOK_INTERVAL = 10
/** The buffers that may gather between two collections of young objects, in bytes. */
const MAX_YOUNG_BYTES = 8 * 1024 * 1024

/**
 * Returns a handler that collects the buffers of arriving bodies while a large one arrives, is refused or is drained. V8 counts only the
 * small objects that hold them, and collects when 64 MB have gathered. Does nothing without --expose-gc (app/processes/limits.mjs).
 */
export function collectBodyGarbage(): RequestHandler {
  let arriving = 0
  let timer: NodeJS.Timeout | undefined
  let bytesAfterLast = 0
  const look = () => {
    const { arrayBuffers } = process.memoryUsage()
    bytesAfterLast = Math.min(bytesAfterLast, arrayBuffers)
    if (arrayBuffers - bytesAfterLast < MAX_YOUNG_BYTES) return
    void globalThis.gc?.({ type: 'minor' })
    bytesAfterLast = process.memoryUsage().arrayBuffers
  }
  return (request, _response, next) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && Number(length ?? 0) <= FORM_LIMIT) return next()
    arriving += 1
    timer ??= setInterval(look, LOOK_INTERVAL).unref()
    request.once('close', () => {
      arriving -= 1
      if (arriving > 0) return
      clearInterval(timer)
      timer = undefined
    })
    next()
  }
}
