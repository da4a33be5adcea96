import type { ServerBuild } from '@remix-run/node'
import type { Account } from '~/domain/accounts/account'
import { getRequiredAccess, type ScreenDefinition, type SubTab } from '~/screen'

/** A route with its declaration. */
export interface DeclaredRoute {
  /** Its path with parameters, '/files/:id', as logs and metrics name it. */
  pattern: string
  /** The declaration in its `handle`; a route without one is refused. */
  screen: ScreenDefinition | undefined
  /** Whether shared caches and search engines may have its responses: only if it or its layout declares so. */
  isPublic: boolean
}

type Route = NonNullable<ServerBuild['routes'][string]>

/** The pattern in logs and metrics for requests without a route. */
export const NO_ROUTE = '/*'

/** Every route of a build by its id, with the declarations of its layouts. */
export function listDeclaredRoutes({ routes }: Pick<ServerBuild, 'routes'>): Map<string, DeclaredRoute> {
  const findLayers = (id: string | undefined): Route[] => {
    const route = id === undefined ? undefined : routes[id]
    return route ? [...findLayers(route.parentId), route] : []
  }
  const getScreen = (route: Route | undefined) => route?.module.handle as ScreenDefinition | undefined
  return new Map(
    Object.keys(routes).map((id) => {
      const layers = findLayers(id)
      const path = `/${layers.flatMap(({ path }) => path || []).join('/')}`
      const cache = layers.map((layer) => getScreen(layer)?.cache).findLast((value) => value !== undefined)
      return [
        id,
        { pattern: path.endsWith('*') ? NO_ROUTE : path, screen: getScreen(routes[id]), isPublic: cache === 'public' },
      ]
    }),
  )
}

/** The patterns of the routes whose declaration is wanted. */
export function findPatterns(
  build: Pick<ServerBuild, 'routes'>,
  isWanted: (screen: ScreenDefinition) => boolean | undefined,
) {
  const declared = [...listDeclaredRoutes(build).values()]
  return declared.flatMap(({ pattern, screen }) =>
    pattern !== NO_ROUTE && screen && isWanted(screen) ? [pattern] : [],
  )
}

/** The literal segments of routes, such as 'dashboard', which are neither secrets nor ids. */
export function findFixedSegments(build: Pick<ServerBuild, 'routes'>): Set<string> {
  const segments = Object.values(build.routes).flatMap((route) => route?.path?.split('/') ?? [])
  return new Set(segments.filter((segment) => !/^[:*]/.test(segment)))
}

/** The first segments that make a group of routes; all others are the site's. */
const GROUPS = ['dashboard', 'files', 'api']

/** The group of a path or a pattern, `.data` included, and its part: 'dashboard/timetable', 'site/about'. */
function getRouteGroup(path: string): { group: string; subgroup: string } {
  const [, first = '', second = ''] = removeDataEnding(path).split('/')
  return GROUPS.includes(first)
    ? { group: first, subgroup: `${first}/${second}` }
    : { group: 'site', subgroup: `site/${first}` }
}

/** The build with only some routes of a group, their layouts, and, except for the API, the route for unknown pages. */
function createPartialBuild(build: ServerBuild, group: string, isWanted: (id: string) => boolean): ServerBuild {
  const needed = new Set(['root', ...(group === 'api' ? [] : ['routes/site/layout', 'routes/site/$'])])
  const addWithLayouts = (id: string | undefined) => {
    if (id === undefined) return
    needed.add(id)
    addWithLayouts(build.routes[id]?.parentId)
  }
  Object.keys(build.routes)
    .filter((id) => id.startsWith(`routes/${group}/`) && isWanted(id))
    .forEach(addWithLayouts)
  const filterRoutes = <Kind>(routes: Record<string, Kind>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => needed.has(id)))
  return {
    ...build,
    routes: filterRoutes(build.routes),
    assets: { ...build.assets, routes: filterRoutes(build.assets.routes) },
  }
}

/**
 * Splits a build, and calls `create` with each part. Returns a function that finds the result for a path. The router ranks all its routes
 * at each request, which takes longer than rendering.
 */
export function splitBuild<Part>(build: ServerBuild, create: (part: ServerBuild) => Part): (path: string) => Part {
  const declared = listDeclaredRoutes(build)
  const parts = new Map<string, Part>()
  for (const group of [...GROUPS, 'site']) parts.set(group, create(createPartialBuild(build, group, () => true)))
  for (const { pattern } of declared.values()) {
    const { group, subgroup } = getRouteGroup(pattern)
    if (parts.has(subgroup)) continue
    const isWanted = (id: string) => {
      const { pattern = NO_ROUTE } = declared.get(id) ?? {}
      return pattern === NO_ROUTE || getRouteGroup(pattern).subgroup === subgroup
    }
    parts.set(subgroup, create(createPartialBuild(build, group, isWanted)))
  }
  return (path) => {
    const { group, subgroup } = getRouteGroup(path)
    return parts.get(subgroup) ?? parts.get(group)!
  }
}

/** The patterns of resource routes, which have no component. They respond with a file, a text or a redirect. */
export function findResourcePatterns(build: Pick<ServerBuild, 'routes'>): string[] {
  const declared = listDeclaredRoutes(build)
  const pagePatterns = new Set(
    Object.entries(build.routes).flatMap(([id, route]) => (route?.module.default ? [declared.get(id)?.pattern] : [])),
  )
  return [...new Set([...declared.values()].map(({ pattern }) => pattern))].filter(
    (pattern) => !pagePatterns.has(pattern),
  )
}

/** The layout of the portal's screens. */
export const PORTAL = 'routes/dashboard/layout'

/** The scripts of the portal's tabs that people of a role see, for its pages to preload. */
export function listTabModules({ routes, assets }: ServerBuild, role: Account['role']): string[] {
  const isTab = ({ parentId, path, module }: Route) => {
    const access = getRequiredAccess(module.handle as ScreenDefinition | undefined, 'loader')
    return parentId === PORTAL && path !== undefined && !/[/:*]/.test(path) && (access === 'user' || access === role)
  }
  const tabs = Object.values(routes).flatMap((route) => (route && isTab(route) ? (assets.routes[route.id] ?? []) : []))
  return [...new Set(tabs.flatMap(({ module, imports = [] }) => [...imports, module]))]
}

/** A sub-tab with its address. */
export type DeclaredTab = SubTab & { to: string }

/** All sub-tabs that routes declare, in the order of each tab. */
export function listDeclaredTabs(build: Pick<ServerBuild, 'routes'>): DeclaredTab[] {
  return [...listDeclaredRoutes(build).values()]
    .flatMap(({ pattern, screen }) => (screen?.tab ? { ...screen.tab, to: pattern } : []))
    .sort((one, other) => one.place - other.place)
}

/** A path with its pattern, and the values of the pattern's parameters. */
interface PathMatch {
  pattern: string
  parameters: Record<string, string>
}

/** The path of a page whose data Remix's router asks for with `.data`. */
const removeDataEnding = (path: string) => path.replace(/\.data(?=\/?$)/, '')

/**
 * Returns a function that finds the pattern that Remix would choose for a path: '/news/new' before '/news/:id'. It finds the pattern of
 * every spelling that Remix accepts, with `.data` too; with `isExact`, only of the pattern's own spelling. Patterns are compiled once,
 * because Remix's matchRoutes ranks them all at each call.
 */
export function createPathMatcher(patterns: Iterable<string>, { isExact = false } = {}) {
  const countParameters = (pattern: string) => pattern.split(':').length
  const [ending, flags] = isExact ? ['', ''] : ['/?', 'i']
  const compiled = [...patterns]
    .sort((one, other) => countParameters(one) - countParameters(other))
    .map((pattern) => {
      const source = pattern.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')
      return { pattern, expression: new RegExp(`^${source}${ending}$`, flags) }
    })
  return (path: string): PathMatch | undefined => {
    const requested = isExact ? path : removeDataEnding(path)
    for (const { pattern, expression } of compiled) {
      const match = expression.exec(requested)
      if (match) return { pattern, parameters: match.groups ?? {} }
    }
    return undefined
  }
}
