import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { REQUEST_ID } from './http/observing.server'
import { wholePage } from './http/whole-page.server'
import { log } from './log.server'
import { NonceProvider } from './ui/nonce'

export { backupCommand, restoreCommand } from './backups/command.server'
export { firstTry } from './first-try.server'
export { doctorCommand } from './operator/doctor.server'
// The server and the operator's commands are part of Remix's one bundle, so that they share its modules.
export { createApp, start } from './server'
export { userCommand } from './user-command.server'

const GIVE_UP_AFTER = 10_000

/** Renders a page, whole: it is compressed, and maybe kept, as one (http/page-cache.ts). */
export default function handleRequest(
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
  return new Promise<Response>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={context.nonce}>
        <RemixServer context={remix} url={request.url} abortDelay={GIVE_UP_AFTER} nonce={context.nonce} />
      </NonceProvider>,
      {
        nonce: context.nonce,
        onAllReady: () => {
          clearTimeout(late)
          pipe(wholePage((page) => resolve(new Response(new Uint8Array(page), { status, headers }))))
        },
        onShellError: (error) => {
          clearTimeout(late)
          reject(error)
        },
        onError: (error) => log.error({ err: error }, 'rendering failed'),
      },
    )
    const late = setTimeout(abort, GIVE_UP_AFTER)
  })
}

/** Logs errors that no loader or action handled, except aborted requests and Remix's own 4xx. */
export function handleError(error: unknown, { request }: { request: Request }) {
  const refused = isRouteErrorResponse(error) && error.status < 500
  const id = request.headers.get(REQUEST_ID)
  if (!request.signal.aborted && !refused) log.error({ id, err: error }, 'request failed')
}
