import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import type { Request, RequestHandler } from 'express'
import { pageOf } from './canonical'

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

/** The build with only those routes whose id fulfils `isNeeded`. */
function narrowed(build: ServerBuild, isNeeded: (id: string) => boolean): ServerBuild {
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isNeeded(id)))
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } }
}

/** The build with only those routes that a group needs. */
export const buildOf = (group: RouteGroup, build: ServerBuild) => narrowed(build, (id) => isNeededIn(group, id))

/** A route's id and those of the routes around it, from the root on. */
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

/**
 * Remix's handler, one for each fixed address and one for each group: at each request the router flattens, ranks and compiles all
 * routes that it knows, several times, which cost more than rendering the page. What the browser's router asks about links
 * (/__manifest) leads from group to group and knows them all.
 */
/** How Remix is asked: its mode, and what each loader and action gets beside the request. */
type RemixOptions = Omit<Parameters<typeof createRequestHandler>[0], 'build'>

export function routeGroups(build: ServerBuild, options: RemixOptions): RequestHandler {
  const handlerOf = (build: ServerBuild) => createRequestHandler({ build, ...options })
  const handlerOfGroup = new Map(ROUTE_GROUPS.map((group) => [group, handlerOf(buildOf(group, build))]))
  const ofAddress = new Map(
    [...fixedAddresses(build)].map(([address, ids]) => [
      address,
      handlerOf(narrowed(build, (id) => ids.includes(id) || INDEXES.includes(id))),
    ]),
  )
  const ofAll = handlerOf(build)
  const chosen = ({ path }: Request) =>
    path === '/__manifest' ? undefined : (ofAddress.get(pageOf(path)) ?? handlerOfGroup.get(routeGroupOf(path)))
  return (request, response, next) => (chosen(request) ?? ofAll)(request, response, next)
}
