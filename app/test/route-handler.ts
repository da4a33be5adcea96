import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { protectRoutes } from '~/http/remix/protect-routes.server'
import { splitBuild } from '~/http/remix/routes'
import type { HandlerName } from '~/screen'
import type { Handlers, TestRiverbank } from './riverbank'
import { type ServedRoute, servedRoutes } from './served-routes'

const HANDLERS: HandlerName[] = ['loader', 'action']
const modules = import.meta.glob<Handlers & Record<string, unknown>>(
  ['../root.tsx', '../routes/*/*/route.{ts,tsx}', '../routes/*/layout.tsx'],
  { eager: true },
)

export const getModule = ({ file }: ServedRoute) => modules[`../${file}`] ?? {}
/** A route's folder below app/routes. */
export const getFolder = ({ id }: ServedRoute) => id.replace('routes/', '')

/** Remix's handler for all routes and `more`, protected as on the server, without rendering. Calls `onRun` before each loader and action. */
export function createRouteHandler(
  { context }: Pick<TestRiverbank, 'context'>,
  onRun: (folder: string, handler: HandlerName) => void = () => undefined,
  more: Record<string, object> = {},
) {
  const recordRuns = (route: ServedRoute) => {
    const module = { ...getModule(route) }
    for (const handler of HANDLERS) {
      const run = module[handler]
      if (!run) continue
      module[handler] = (args) => {
        onRun(getFolder(route), handler)
        return run(args)
      }
    }
    return [route.id, { ...route, module }]
  }
  const entry = (_: Request, status: number, headers: Headers) => new Response(null, { status, headers })
  const build = protectRoutes({
    routes: { ...Object.fromEntries(servedRoutes.map(recordRuns)), ...more },
    assets: { routes: {}, entry: { module: '', imports: [] }, url: '', version: '' },
    entry: { module: { default: entry, handleError: () => undefined } },
    future: { v3_singleFetch: true },
    basename: '/',
  } as unknown as ServerBuild)
  const findHandler = splitBuild(build, (part) => createRequestHandler(part, 'production'))
  return (request: Request, more: object = {}) =>
    findHandler(new URL(request.url).pathname)(request, {
      ...context,
      ...more,
      state: {},
    })
}
