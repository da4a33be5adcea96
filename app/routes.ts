import { flatRoutes } from '@remix-run/fs-routes'
import { layout, prefix, type RouteConfig, route } from '@remix-run/route-config'

const group = (name: string) =>
  flatRoutes({ rootDirectory: `routes/${name}`, ignoredRouteFiles: ['**/layout.tsx', '**/*.{test,e2e}.{ts,tsx}'] })

export default [
  layout('routes/site/layout.tsx', [
    ...(await group('site')),
    // The same screen as /portal, without a redirect.
    route('login', 'routes/site/portal/route.tsx', { id: 'routes/site/login' }),
  ]),
  route('dashboard', 'routes/dashboard/layout.tsx', await group('dashboard')),
  ...prefix('files', await group('files')),
  ...prefix('api', await group('api')),
] satisfies RouteConfig
