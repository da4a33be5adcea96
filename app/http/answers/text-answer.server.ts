import etag from 'etag'
import fresh from 'fresh'

/** The response with a text that programs ask for again and again, or 304 where the client has it already (RFC 9110, section 13). */
export function textAnswer(request: Request, text: string, more: Record<string, string>): Response {
  // Weak, since the same text is sent compressed and plain.
  const headers = new Headers({ ...more, ETag: etag(text, { weak: true }) })
  const isKnown = fresh(Object.fromEntries(request.headers), Object.fromEntries(headers))
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { headers })
}
