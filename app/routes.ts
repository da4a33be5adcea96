import { flatRoutes } from '@remix-run/fs-routes'
import { layout, prefix, type RouteConfig, route } from '@remix-run/route-config'

const wing = (name: string) =>
  flatRoutes({ rootDirectory: `routes/${name}`, ignoredRouteFiles: ['**/layout.tsx', '**/*.{test,e2e}.{ts,tsx}'] })

export default [
  layout('routes/site/layout.tsx', [
    ...(await wing('site')),
    // The same screen as /portal, without a redirect.
    route('login', 'routes/site/portal/route.tsx', { id: 'routes/site/login' }),
  ]),
  route('dashboard', 'routes/dashboard/layout.tsx', await wing('dashboard')),
  ...prefix('files', await wing('files')),
  ...prefix('api', await wing('api')),
] satisfies RouteConfig
