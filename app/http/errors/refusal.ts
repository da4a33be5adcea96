import type express from 'express'
import type { RefusalBody } from '~/domain/refused'

/** True for paths that respond in JSON, never in HTML. */
export function isApiRequest(request: Request): boolean {
  return new URL(request.url).pathname.startsWith('/api/')
}

/**
 * The Response to throw for a refused request: JSON under /api; elsewhere plain text, which the nearest error boundary shows in the page's
 * layout.
 */
export function createRefusalResponse(
  request: Request,
  status: number,
  { message, errors, now }: RefusalBody,
  headers?: HeadersInit,
): Response {
  return isApiRequest(request)
    ? Response.json({ message, errors, now }, { status, headers })
    : new Response(message, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })
}

/** The Retry-After header (RFC 9110 section 10.2.3); empty without `seconds`. */
export function createRetryAfterHeader(seconds: number | undefined): HeadersInit {
  return seconds ? { 'Retry-After': String(seconds) } : {}
}

/** The message of a form that was sent to an unknown address. */
export const NO_SUCH_PAGE = 'There is no page at this address, so nothing was saved.'

/** The message of 405. */
export const WRONG_METHOD = 'This address can’t be used that way.'

/** A loader or action for a route outside the API, such as a file's: passes the named methods and throws 405 with Allow for all others. */
export function allowMethods(...allowed: string[]) {
  return ({ request }: { request: Request }): null => {
    if (allowed.includes(request.method) || (request.method === 'HEAD' && allowed.includes('GET'))) return null
    throw createRefusalResponse(
      request,
      405,
      { message: WRONG_METHOD },
      { Allow: allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method)).join(', ') },
    )
  }
}

/** True for paths under /api, however they are spelled: nothing has checked them yet. */
export function isApiPath({ path }: express.Request): boolean {
  return /^\/(a|%61|%41)(p|%70|%50)(i|%69|%49)(\/|\.|$)/i.test(path)
}

const HOME = { to: '/', words: 'Go to the home page' }

/** Ends a request that never reaches Remix: JSON under /api, else a minimal page with a link. */
export function sendErrorPage(
  request: express.Request,
  response: express.Response,
  status: number,
  message: string,
  target = HOME,
) {
  response.status(status).setHeader('Cache-Control', 'no-store')
  if (isApiPath(request)) return void response.json({ message })
  const link = `<a href="${escapeAttribute(target.to)}">${target.words}</a>`
  response
    .type('html')
    .send(
      `<!doctype html><html lang="en-IE"><meta name="viewport" content="width=device-width"><title>${message}</title><main><h1>${message}</h1><p>${link}</p></main></html>`,
    )
}

const escapeAttribute = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
