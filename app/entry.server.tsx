import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { NonceProvider } from '~/ui/browser/late-scripts'
import { fromRenderCache } from './http/cache/render-cache.server'
import { REQUEST_ID } from './http/gate/observing.server'
import { log } from './log.server'

export { firstTry } from './demo/demonstration.server'
// For the bench, which has remix-serve answer by the same build.
export { protectRoutes } from './http/remix/protect-routes.server'
// The server is part of Remix's bundle, so that they share its modules.
export { createApp, start } from './server'

/**
 * Renders a page, whole: it is compressed, and maybe kept, as one (http/cache/page-cache.ts). As a string, since React's streams cost half as
 * much again, and those of React 18 fill their buffers up with zeros.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { unique }: AppLoadContext,
) {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // Remix drops an action's headers when it renders a page; Retry-After is for programs to read.
  for (const action of Object.values(remix.staticHandlerContext.actionHeaders)) {
    const wait = action.get('Retry-After')
    if (wait) headers.set('Retry-After', wait)
  }
  const { url } = request
  const data = await dataOf(remix)
  const render = () => rendered(remix, { url, data, nonce: unique.nonce })
  const html = isAgain(request, status, headers) ? fromRenderCache(`${url}\n${data}`, unique, render) : render()
  return new Response(html, { status, headers })
}

/** True for a page that may well be asked for again with the same data. A message is shown once; in development the code changes. */
function isAgain({ method }: Request, status: number, headers: Headers): boolean {
  const isOrdinary = method === 'GET' && status === 200 && !headers.has('Set-Cookie')
  return isOrdinary && process.env.NODE_ENV !== 'development'
}

/** What a page's loaders and action gave, as its scripts read it. */
async function dataOf({ serverHandoffStream }: EntryContext): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of (serverHandoffStream ?? []) as unknown as AsyncIterable<Uint8Array>)
    text += decoder.decode(chunk, { stream: true })
  return text
}

function rendered(remix: EntryContext, { url, data, nonce }: { url: string; data: string; nonce: string }): string {
  const page = renderToString(
    <NonceProvider value={nonce}>
      <RemixServer context={{ ...remix, serverHandoffStream: undefined }} url={url} nonce={nonce} />
    </NonceProvider>,
  )
  const end = page.lastIndexOf('</body>')
  // Behind the page, where RemixServer would have React wait for it; nothing for a page without scripts.
  const script = remix.renderMeta?.didRenderScripts ? scriptWith(data, nonce) : ''
  return `<!DOCTYPE html>${page.slice(0, end)}${script}${page.slice(end)}`
}

function scriptWith(data: string, nonce: string): string {
  const inScript = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const controller = 'window.__remixContext.streamController'
  return `<script nonce="${nonce}">${controller}.enqueue(${inScript});${controller}.close()</script>`
}

/** Logs errors that no loader or action handled, except aborted requests and Remix's own 4xx. */
export function handleError(error: unknown, { request }: { request: Request }) {
  const refused = isRouteErrorResponse(error) && error.status < 500
  const id = request.headers.get(REQUEST_ID)
  if (!request.signal.aborted && !refused) log.error({ id, err: error }, 'request failed')
}
