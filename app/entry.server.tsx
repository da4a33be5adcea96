import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { withKeptParts } from './http/kept-parts.server'
import { REQUEST_ID } from './http/observing.server'
import { WholeAnswer } from './http/whole-answer'
import { log } from './log.server'
import { KeptParts } from './ui/kept-part'
import { NonceProvider } from './ui/nonce'

export { backupCommand, restoreCommand } from './backups/command.server'
export { firstTry } from './first-try.server'
export { doctorCommand } from './operator/doctor.server'
// The server and the operator's commands are part of Remix's one bundle, so that they share its modules.
export { createApp, start } from './server'
export { userCommand } from './user-command.server'
export { websiteCommand } from './website-command.server'

/**
 * Renders a page, whole: it is compressed, and maybe kept, as one (http/page-cache.ts). As a string, since React's streams cost half as
 * much again, and those of React 18 fill their buffers up with zeros.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
) {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // Remix drops an action's headers when it renders a page; Retry-After is for programs to read.
  for (const action of Object.values(remix.staticHandlerContext.actionHeaders)) {
    const wait = action.get('Retry-After')
    if (wait) headers.set('Retry-After', wait)
  }
  const page = withKeptParts((parts) =>
    renderToString(
      <KeptParts.Provider value={parts}>
        <NonceProvider value={context.nonce}>
          <RemixServer context={{ ...remix, serverHandoffStream: undefined }} url={request.url} nonce={context.nonce} />
        </NonceProvider>
      </KeptParts.Provider>,
    ),
  )
  const end = page.lastIndexOf('</body>')
  const html = `<!DOCTYPE html>${page.slice(0, end)}${await dataOf(remix, context.nonce)}${page.slice(end)}`
  return new WholeAnswer(html, { status, headers })
}

/** The script with what the loaders of a page gave, for the scripts that run it; nothing for a page without any. RemixServer would have React wait for it. */
async function dataOf({ renderMeta, serverHandoffStream }: EntryContext, nonce: string): Promise<string> {
  if (!renderMeta?.didRenderScripts || !serverHandoffStream) return ''
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of serverHandoffStream as AsyncIterable<Uint8Array> & typeof serverHandoffStream)
    text += decoder.decode(chunk, { stream: true })
  const data = JSON.stringify(text)
  const inScript = data.replace(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const controller = 'window.__remixContext.streamController'
  return `<script nonce="${nonce}">${controller}.enqueue(${inScript});${controller}.close()</script>`
}

/** Logs errors that no loader or action handled, except aborted requests and Remix's own 4xx. */
export function handleError(error: unknown, { request }: { request: Request }) {
  const refused = isRouteErrorResponse(error) && error.status < 500
  const id = request.headers.get(REQUEST_ID)
  if (!request.signal.aborted && !refused) log.error({ id, err: error }, 'request failed')
}
