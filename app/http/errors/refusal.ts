import type { Refusal } from '~/domain/refused'

/** True for paths that answer in JSON, never in HTML. */
export function isApi(request: Request): boolean {
  return new URL(request.url).pathname.startsWith('/api/')
}

/** The Response to throw for a refused request: JSON under /api, elsewhere plain text that the nearest error boundary shows in the page's layout. */
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

/** The Retry-After header (RFC 9110 section 10.2.3); empty without `seconds`. */
export function retryAfterHeader(seconds: number | undefined): HeadersInit {
  return seconds ? { 'Retry-After': String(seconds) } : {}
}
