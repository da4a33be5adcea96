import type { RequestHandler } from 'express'
import { isCanonical } from './canonical'
import { NOWHERE } from './patterns'
import { routeGroupOf } from './route-groups'

/** A path without a page has the same routes as any other in its group. */
const nowhereIn = (path: string) => (routeGroupOf(path) === 'site' ? '/nowhere' : `/${routeGroupOf(path)}/nowhere`)

/**
 * Bounds the requests of Remix's client router beside pages. /__manifest, which returns the routes behind a page's links, matches
 * all routes for each prefix of each path: 7 kB of /a/a/a… stopped the event loop for 4.5 seconds. So links are asked for by the
 * pattern of their route, which `patternOf` gives: there are no more of them than routes. The old router's requests (?_data), which
 * nothing sends, are refused.
 */
export function routerQuestions(patternOf: (address: string) => string): RequestHandler {
  const representing = (path: string) => {
    const pattern = patternOf(path)
    return pattern === NOWHERE ? nowhereIn(path) : pattern.replace(/:[^/]+/g, '1')
  }
  return (request, response, next) => {
    if (!request.originalUrl.includes('?')) return next()
    const { pathname, searchParams } = new URL(request.originalUrl, 'http://site.invalid')
    if (searchParams.has('_data')) return void response.status(400).end()
    if (pathname !== '/__manifest') return next()
    const asked = searchParams.getAll('p')
    if (!asked.every(isCanonical)) return void response.status(400).end()
    searchParams.delete('p')
    for (const path of new Set(asked.map(representing))) searchParams.append('p', path)
    request.originalUrl = `${pathname}?${searchParams}`
    next()
  }
}
