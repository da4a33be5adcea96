import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { VitePluginConfig } from '@remix-run/dev'
import type { ServerBuild } from '@remix-run/node'
import { type AccessLevel, getRequiredAccess, type ScreenDefinition } from '../screen'

/** The list of routes that each build writes, for tests that can't load the routes' modules. */
export const ROUTE_LIST = 'build/routes.json'

/** A route of the site or the portal, as it declares itself. */
export interface ListedRoute {
  /** Its folder in app/routes. */
  folder: string
  /** Its path with parameters, such as '/news/:id'. */
  pattern: string
  /** Who may call its loader. */
  access: AccessLevel | undefined
  /** False for a resource route, which has no component. */
  isPage: boolean
}

type BuildEnd = NonNullable<VitePluginConfig['buildEnd']>
type Routes = Parameters<BuildEnd>[0]['remixConfig']['routes']

/** The routes of the site and the portal in a server's build, by folder. A screen with several addresses is listed once. */
export function listRoutes(routes: Routes, build: Pick<ServerBuild, 'routes'>): ListedRoute[] {
  const getPath = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? `${getPath(route.parentId)}${route.path ? `/${route.path}` : ''}` : ''
  }
  const listed = Object.values(routes).flatMap(({ id, file }): ListedRoute[] => {
    const [, folder] = /^routes\/((?:site|dashboard)\/.+)\/route\.tsx?$/.exec(file) ?? []
    if (!folder || id !== `routes/${folder}`) return []
    const module = build.routes[id]?.module
    const access = getRequiredAccess(module?.handle as ScreenDefinition | undefined, 'loader')
    return [{ folder, pattern: getPath(id) || '/', access, isPage: Boolean(module?.default) }]
  })
  return listed.sort((one, other) => (one.folder < other.folder ? -1 : 1))
}

/** Writes the list, from the server's build that has just ended. */
export async function writeRouteList(routes: Routes): Promise<void> {
  const build: ServerBuild = await import(pathToFileURL(resolve('build/server/index.js')).href)
  writeFileSync(ROUTE_LIST, JSON.stringify(listRoutes(routes, build), null, 1))
}
