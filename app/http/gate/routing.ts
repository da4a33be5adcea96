import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import type { Request, RequestHandler } from 'express'
import { callPatterns } from '~/http/contract/contract.server'
import { isCanonical, pageOf } from './canonical'
import { notThere } from './gate'

const BESIDE = ['/healthz', '/up', '/readyz', '/metrics', '/__manifest', ...callPatterns]
/** The pattern of what no route is made for. */
export const NOWHERE = '/*'

/** The pattern of every route, by its id. */
function patternsOf({ routes }: Pick<ServerBuild, 'routes'>): Map<string, string> {
  const pathOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id]
    return route ? [...pathOf(route.parentId), ...(route.path ? [route.path] : [])] : []
  }
  return new Map(Object.keys(routes).map((id) => [id, `/${pathOf(id).join('/')}`]))
}

/** The patterns of resource routes: those that no route with a component is at. They answer with a file, a text or a redirect. */
export function resourcePatterns(build: Pick<ServerBuild, 'routes'>): Set<string> {
  const patterns = patternsOf(build)
  const resources = new Set(patterns.values())
  for (const [id, pattern] of patterns) if (build.routes[id]?.module.default) resources.delete(pattern)
  return resources
}

/**
 * Refuses to read a resource route as data, at its address with `.data`. Remix would read its whole response into memory, or fail
 * because the headers have been sent. Its action is answered: two screens send a form to one.
 */
export function noResourceData(build: ServerBuild, patternOf: (address: string) => string): RequestHandler {
  const patterns = resourcePatterns(build)
  return (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && request.path.endsWith('.data') && patterns.has(patternOf(request.path)))
      return notThere(request, response, next)
    next()
  }
}

/** Tells the pattern of the route that an address leads to, else NOWHERE: what logs and figures name it by. */
export function patternFinder(build: Pick<ServerBuild, 'routes'>): (address: string) => string {
  const patterns = [...patternsOf(build).values(), ...BESIDE].filter((pattern) => !pattern.endsWith('*'))
  // Most addresses have no parameter; those are found at once.
  const fixed = new Map(patterns.filter((one) => !one.includes(':')).map((one) => [one, one]))
  const others = patterns
    .filter((one) => one.includes(':'))
    // What spells out more of its beginning is meant first.
    .sort((one, other) => other.indexOf(':') - one.indexOf(':'))
    .map((pattern) => ({ pattern, expression: new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]*')}$`, 'i') }))
  // Kept pages are logged too, ten thousand in a second: only what begins alike is tried.
  const byBeginning = Map.groupBy(others, ({ pattern }) => pattern.split('/', 2)[1])
  return (address) => {
    const known = fixed.get(address)
    if (known) return known
    // What the browser's router asks about a page is counted with the page.
    const path = pageOf(address.split('?', 1)[0] ?? '')
    const same = fixed.get(path.toLowerCase())
    if (same) return same
    const alike = byBeginning.get(path.split('/', 2)[1]?.toLowerCase())
    const other = alike?.find(({ expression }) => expression.test(path))
    return other?.pattern ?? NOWHERE
  }
}

/** The one spelling of an address: no slash at its end, and its pattern's case. Headers and limits are decided by it. */
export function spellingOf(address: string, patternOf: (address: string) => string): string {
  const [path = ''] = address.split('?', 1)
  const asked = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  const pattern = patternOf(asked)
  const spelled = pattern === NOWHERE ? asked : inCaseOf(pattern.split('/'), asked)
  return spelled + address.slice(path.length)
}

/** A path with what its pattern spells out, if maybe with .data behind it, as it stands there. */
const inCaseOf = (pattern: string[], path: string) =>
  path
    .split('/')
    .map((segment, at) => (pattern[at]!.startsWith(':') ? segment : pattern[at] + segment.slice(pattern[at]!.length)))
    .join('/')

export const ROUTE_GROUPS = ['site', 'dashboard', 'files', 'api'] as const
export type RouteGroup = (typeof ROUTE_GROUPS)[number]

/** The group that a path belongs to, `.data` included. Remix matches paths without regard to case. */
export function routeGroupOf(path: string): RouteGroup {
  const [, first = ''] = /^\/(dashboard|files|api)(?=[/.]|$)/i.exec(path) ?? []
  return ROUTE_GROUPS.find((group) => group === first.toLowerCase()) ?? 'site'
}

/** True for the routes that a group needs: its own, and what answers where there is no page, which one of the API does itself. */
function isNeededIn(group: RouteGroup, id: string): boolean {
  const isOwn = id === 'root' || id.startsWith(`routes/${group}/`)
  return isOwn || (group !== 'api' && ['routes/site/layout', 'routes/site/$'].includes(id))
}

function narrowed(build: ServerBuild, isNeeded: (id: string) => boolean): ServerBuild {
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isNeeded(id)))
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } }
}

/** The build with only those routes that a group needs. */
export const buildOf = (group: RouteGroup, build: ServerBuild) => narrowed(build, (id) => isNeededIn(group, id))

function around(build: ServerBuild, id: string): string[] {
  const { parentId } = build.routes[id]!
  return parentId === undefined ? [id] : [...around(build, parentId), id]
}

/** The ids of the routes that an address without parameters leads to, by the address; without pages that are not there. */
export function fixedAddresses(build: ServerBuild): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const id of Object.keys(build.routes)) {
    const ids = around(build, id)
    const path = ids.flatMap((one) => build.routes[one]!.path || []).join('/')
    const address = `/${path}`
    // Of routes at one address the innermost is meant: a layout has its index within.
    if (!/[:*]/.test(path) && ids.length > (found.get(address)?.length ?? 1)) found.set(address, ids)
  }
  return found
}

/** What the pages around it name in their scripts (ui/browser/late-scripts.tsx). */
const INDEXES = ['routes/site/_index', 'routes/dashboard/_index']

/** How Remix is asked: its mode, and what each loader and action gets beside the request. */
type RemixOptions = Omit<Parameters<typeof createRequestHandler>[0], 'build'>

/**
 * Remix's handler, one for each fixed address and each group: the router ranks all routes it knows at each request, which cost
 * more than rendering. /__manifest, about links, knows them all.
 */
export function routeGroups(build: ServerBuild, options: RemixOptions): RequestHandler {
  const handlerOf = (build: ServerBuild) => createRequestHandler({ build, ...options })
  const handlerOfGroup = new Map(ROUTE_GROUPS.map((group) => [group, handlerOf(buildOf(group, build))]))
  const ofRoutes = (ids: string[]) => handlerOf(narrowed(build, (id) => ids.includes(id) || INDEXES.includes(id)))
  const ofAddress = new Map([...fixedAddresses(build)].map(([address, ids]) => [address, ofRoutes(ids)]))
  const ofAll = handlerOf(build)
  const chosen = ({ path }: Request) =>
    path === '/__manifest' ? undefined : (ofAddress.get(pageOf(path)) ?? handlerOfGroup.get(routeGroupOf(path)))
  return (request, response, next) => (chosen(request) ?? ofAll)(request, response, next)
}

/** A path without a page has the same routes as any other in its group. */
const nowhereIn = (path: string) => (routeGroupOf(path) === 'site' ? '/nowhere' : `/${routeGroupOf(path)}/nowhere`)

/**
 * Asks /__manifest, which matches all routes for each prefix of each path, by patterns alone: 7 kB of /a/a/a… held everybody up
 * for 4.5 seconds. The old router's requests (?_data) are refused.
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
