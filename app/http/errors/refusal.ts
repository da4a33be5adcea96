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

/** A loader or action for a route outside the API, such as a file's: passes the named methods and throws 405 with Allow for all others. */
export function allowMethods(...allowed: string[]) {
  return ({ request }: { request: Request }): null => {
    if (allowed.includes(request.method) || (request.method === 'HEAD' && allowed.includes('GET'))) return null
    throw createRefusalResponse(
      request,
      405,
      { message: `${request.method} is not allowed here.` },
      { Allow: allowed.join(', ') },
    )
  }
}
