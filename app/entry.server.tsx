import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { Account } from '~/domain/accounts/account'
import { NonceProvider } from '~/ui/browser/scripts'
import { cachedRender } from './http/cache/render-cache.server'
import { REQUEST_ID } from './http/middleware/observe-requests.server'
import { renderToHtml } from './http/remix/render.server'
import { PORTAL } from './http/remix/routes'
import { log } from './log.server'

export { getTrialSettings } from './demo/demonstration.server'
// The benchmark runs remix-serve with the same build.
export { protectRoutes } from './http/remix/protect-routes.server'
// Part of Remix's bundle, so that the server and the routes share modules.
export { createApp, start } from './server'

/** Renders a whole page, not a stream: it is compressed and cached as a whole (http/cache/page-cache.ts). */
export default async function handleRequest(
  request: Request,
  statusOfRemix: number,
  headers: Headers,
  remixContext: EntryContext,
  { perResponse, tabModules }: AppLoadContext,
) {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const { actionHeaders, loaderData, errors } = remixContext.staticHandlerContext
  // Remix answers with the status of fields that the action refused, even if the page shows that its record is gone.
  const shown = statusOfRemix === 400 ? Object.values(errors ?? {}).find(isRouteErrorResponse) : undefined
  const status = shown?.status ?? statusOfRemix
  // Remix drops an action's headers when it renders a page, but programs read Retry-After.
  for (const action of Object.values(actionHeaders)) {
    const wait = action.get('Retry-After')
    if (wait) headers.set('Retry-After', wait)
  }
  // Remix reloads the page if it can't fetch a screen's code, which fails offline.
  const portal: { user: Account } | undefined = loaderData[PORTAL]
  for (const module of (portal && !loaderData.root?.saveData && tabModules?.[portal.user.role]) || [])
    headers.append('Link', `<${module}>; rel=modulepreload; fetchpriority=low`)
  const render = () => renderPage(remixContext, request.url, perResponse.nonce)
  const html = isCacheable(request, status, headers)
    ? await cachedRender(`${request.url}\n${status}\n${JSON.stringify(loaderData)}`, perResponse, render)
    : await render()
  return new Response(html, { status, headers })
}

/** False for pages with a one-time message, and in development, where code changes. */
function isCacheable({ method }: Request, status: number, headers: Headers): boolean {
  const isPlainGet = method === 'GET' && status === 200 && !headers.has('Set-Cookie')
  return isPlainGet && process.env.NODE_ENV !== 'development'
}

const renderPage = (remixContext: EntryContext, url: string, nonce: string): Promise<Buffer<ArrayBuffer>> =>
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
