// A process of its own: Remix on node:http with one route, whose page is empty. No page of Remix's can be quicker.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequestHandler, type EntryContext, type ServerBuild } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

const EmptyPage = () => createElement('html', null, createElement('body'))

function answer(request: Request, status: number, headers: Headers, context: EntryContext): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(renderToString(createElement(RemixServer, { context, url: request.url })), { status, headers })
}

const root = { id: 'root', path: '', hasAction: false, hasLoader: false, hasErrorBoundary: false, module: '' }
const build = {
  entry: { module: { default: answer } },
  routes: { root: { id: 'root', path: '', module: { default: EmptyPage } } },
  assets: { version: '', url: '', entry: { module: '', imports: [] }, routes: { root } },
  future: { v3_singleFetch: true },
  isSpaMode: false,
} as unknown as ServerBuild

const handle = createRequestHandler(build, 'production')
const server = createServer(async ({ url = '' }, response) => {
  const page = await handle(new Request(new URL(url, 'http://127.0.0.1')))
  response.writeHead(page.status, Object.fromEntries(page.headers)).end(await page.text())
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
