import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { Account } from '~/domain/accounts/account'
import { NonceProvider } from '~/ui/browser/scripts'
import { cachedRender } from './http/cache/render-cache.server'
import { REQUEST_ID } from './http/middleware/observe-requests.server'
import { renderToHtml } from './http/remix/render.server'
import { log } from './log.server'
import { getRequiredAccess, type ScreenDefinition } from './screen'

export { getTrialSettings } from './demo/demonstration.server'
// The benchmark runs remix-serve with the same build.
export { protectRoutes } from './http/remix/protect-routes.server'
// Part of Remix's bundle, so that the server and the routes share modules.
export { createApp, start } from './server'

const PORTAL = 'routes/dashboard/layout'

/** Renders a whole page, not a stream: it is compressed and cached as a whole (http/cache/page-cache.ts). */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { perResponse }: AppLoadContext,
) {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const { actionHeaders, loaderData } = remixContext.staticHandlerContext
  // Remix drops an action's headers when it renders a page, but programs read Retry-After.
  for (const action of Object.values(actionHeaders)) {
    const wait = action.get('Retry-After')
    if (wait) headers.set('Retry-After', wait)
  }
  for (const module of listTabModules(remixContext))
    headers.append('Link', `<${module}>; rel=modulepreload; fetchpriority=low`)
  const render = () => renderPage(remixContext, request.url, perResponse.nonce)
  const html = isCacheable(request, status, headers)
    ? await cachedRender(`${request.url}\n${status}\n${JSON.stringify(loaderData)}`, perResponse, render)
    : await render()
  return new Response(html, { status, headers })
}

/** The scripts of the portal's tabs, to preload: Remix reloads the page if it can't fetch a screen's code, which fails offline. */
function listTabModules({ manifest, routeModules, staticHandlerContext: { loaderData } }: EntryContext): Set<string> {
  const portal: { user: Account } | undefined = loaderData[PORTAL]
  if (!portal || loaderData.root?.saveData) return new Set()
  const isTab = ({ id, parentId, path = '' }: { id: string; parentId?: string; path?: string }) => {
    const access = getRequiredAccess(routeModules[id]?.handle as ScreenDefinition | undefined, 'loader')
    return parentId === PORTAL && !/[/:*]/.test(path) && (access === 'user' || access === portal.user.role)
  }
  const tabs = Object.values(manifest.routes).filter(isTab)
  return new Set(tabs.flatMap(({ module, imports = [] }) => [...imports, module]))
}

/** False for pages with a one-time message, and in development, where code changes. */
function isCacheable({ method }: Request, status: number, headers: Headers): boolean {
  const isPlainGet = method === 'GET' && status === 200 && !headers.has('Set-Cookie')
  return isPlainGet && process.env.NODE_ENV !== 'development'
}

const renderPage = (remixContext: EntryContext, url: string, nonce: string): Promise<string> =>
  renderToHtml(
    <NonceProvider value={nonce}>
      <RemixServer context={remixContext} url={url} nonce={nonce} />
    </NonceProvider>,
  )

/** Logs errors that no loader or action handled, except aborted requests and Remix's own 4xx. */
export function handleError(error: unknown, { request }: { request: Request }) {
  const refused = isRouteErrorResponse(error) && error.status < 500
  const id = request.headers.get(REQUEST_ID)
  if (!request.signal.aborted && !refused) log.error({ id, err: error }, 'request failed')
}
