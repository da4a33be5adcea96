import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import type { Request, RequestHandler } from 'express'

type HandlerOptions = Omit<Parameters<typeof createRequestHandler>[0], 'build'>

const WINGS = ['site', 'dashboard', 'files', 'api'] as const
export type Wing = (typeof WINGS)[number]

/** The wing that a path belongs to, `.data` included. Remix matches paths without regard to case. */
export function wingOf(path: string): Wing {
  const [, first = ''] = /^\/(dashboard|files|api)(?=[/.]|$)/i.exec(path) ?? []
  return WINGS.find((wing) => wing === first.toLowerCase()) ?? 'site'
}

/** True for the routes that a wing needs: its own, and what answers where there is no page. */
function isNeededIn(wing: Wing, id: string): boolean {
  return id === 'root' || id.startsWith(`routes/${wing}/`) || id === 'routes/site/layout' || id === 'routes/site/$'
}

/** The build with only those routes that a wing needs. */
export function buildOf(wing: Wing, build: ServerBuild): ServerBuild {
  const within = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isNeededIn(wing, id)))
  return { ...build, routes: within(build.routes), assets: { ...build.assets, routes: within(build.assets.routes) } }
}

/**
 * Remix's handler, one for each wing: at each request the router flattens, ranks and compiles all routes that it knows, which cost
 * more than rendering the page. What the browser's router asks about links (/__manifest) leads from wing to wing and knows them all.
 */
export function wings(build: ServerBuild, options: HandlerOptions): RequestHandler {
  const handlerOf = (build: ServerBuild) => createRequestHandler({ ...options, build })
  const handlers = new Map(WINGS.map((wing) => [wing, handlerOf(buildOf(wing, build))]))
  const ofAll = handlerOf(build)
  const chosen = ({ path }: Request) => (path === '/__manifest' ? undefined : handlers.get(wingOf(path)))
  return (request, response, next) => (chosen(request) ?? ofAll)(request, response, next)
}
