import type { RequestHandler } from 'express'
import { isCanonical } from './canonical'

/** Screens have at most six segments (newsletter.$id.attachments.$attachmentId.delete), and a page links to a few dozen kinds of them. */
const MOST_SEGMENTS = 12
const MOST_PATHS = 100

/**
 * Bounds the requests of Remix's client router beside pages. /__manifest, which returns the routes behind a page's links, matches
 * all routes for each prefix of each path: 7 kB of /a/a/a… stopped the event loop for 4.5 seconds. So paths are bounded, and links
 * that differ only in the record are asked as one, since their route is the same. The old router's requests (?_data), which nothing
 * sends, are refused.
 */
export const routerQuestions: RequestHandler = (request, response, next) => {
  if (!request.originalUrl.includes('?')) return next()
  const { pathname, searchParams } = new URL(request.originalUrl, 'http://site.invalid')
  if (searchParams.has('_data')) return void response.status(400).end()
  if (pathname !== '/__manifest') return next()
  const asked = searchParams.getAll('p')
  const paths = new Set(asked.map((path) => path.replace(/\/\d+(?=\/|$)/g, '/1')))
  const isBounded = [...paths].every((path) => isCanonical(path) && path.split('/').length <= MOST_SEGMENTS)
  if (!isBounded || paths.size > MOST_PATHS) return void response.status(400).end()
  searchParams.delete('p')
  for (const path of paths) searchParams.append('p', path)
  request.originalUrl = `${pathname}?${searchParams}`
  next()
}
