import type { Refusal } from '~/domain/refused'

/** True for the addresses that answer in JSON, never in HTML. */
export function isApi(request: Request): boolean {
  return new URL(request.url).pathname.startsWith('/api/')
}

/**
 * The Response to throw when a request can't be served: JSON under /api, elsewhere plain words
 * that the nearest error boundary shows in the page's own layout.
 */
export function refusal(
  request: Request,
  status: number,
  { message, errors, now }: Refusal,
  headers?: HeadersInit,
): Response {
  return isApi(request)
    ? Response.json({ message, errors, now }, { status, headers })
    : new Response(message, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } })
}

/** The header that says how many seconds to wait (RFC 9110 section 10.2.3), where there is anything to wait for. */
export function retryAfterHeader(seconds: number | undefined): HeadersInit {
  return seconds ? { 'Retry-After': String(seconds) } : {}
}
