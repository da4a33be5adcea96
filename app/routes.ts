import { flatRoutes } from '@remix-run/fs-routes'
import { layout, prefix, type RouteConfig, route } from '@remix-run/route-config'
import { paths } from './paths'

const group = (name: string) =>
  flatRoutes({ rootDirectory: `routes/${name}`, ignoredRouteFiles: ['**/layout.tsx', '**/*.{test,e2e}.{ts,tsx}'] })

export default [
  layout('routes/site/layout.tsx', [
    ...(await group('site')),
    // The same screen as /portal, without a redirect.
    route('login', 'routes/site/portal/route.tsx', { id: 'routes/site/login' }),
    // One screen serves all Easy Read pages; its folder name already makes the first route.
    ...Object.values(paths.easyRead)
      .filter((path) => path !== paths.easyRead.home)
      .map((path) => {
        const id = `routes/site/easy-read.${path.replace('/easy-read', '').slice(1)}`
        return route(path.slice(1), 'routes/site/easy-read/route.tsx', { id })
      }),
  ]),
  route('dashboard', 'routes/dashboard/layout.tsx', await group('dashboard')),
  ...prefix('files', await group('files')),
  ...prefix('api', await group('api')),
] satisfies RouteConfig
