import { execFileSync } from 'node:child_process'

export interface ServedRoute {
  id: string
  file: string
  path?: string
  index?: boolean
  parentId?: string
  children?: ServedRoute[]
}

/** The tree of the routes that Remix serves. Test files share it with their process, since listing it takes two seconds. */
export const routeTree: ServedRoute[] = JSON.parse(
  execFileSync('node_modules/.bin/remix', ['routes', '--json'], {
    encoding: 'utf8',
    env: { ...process.env, VITEST: '' },
  }),
)

const flattenRoutes = (routes: ServedRoute[], parentId?: string): ServedRoute[] =>
  routes.flatMap(({ children = [], ...route }) => [{ ...route, parentId }, ...flattenRoutes(children, route.id)])
export const servedRoutes = flattenRoutes(routeTree)
