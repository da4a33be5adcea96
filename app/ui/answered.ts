import { isRouteErrorResponse } from '@remix-run/react'

/** How long an answer is waited for, in milliseconds, beyond what sending takes. */
export const PATIENCE = 30_000
/** Bytes per millisecond of the slowest line that an upload is waited for (80 kbit/s). */
const SLOWEST_LINE = 10

/** What a failure is called where a status would stand, when there is none. */
export type FailedStatus = number | 'no connection' | 'no answer'

/** Why a form was not saved, or a page not loaded, when its own words don't say it. */
export interface Failed {
  status: FailedStatus
  /** The server's own words, written for the reader. */
  message?: string
}

/**
 * What a screen gets back when no field of its form can mend why it was not saved. `form` is the intent of the one meant, on a page
 * with several.
 */
export interface FailedAnswer {
  form?: string
  failed?: Failed
}

/** No answer came, or one that is not from this product, such as a proxy's page. */
export class Unanswered extends Error {
  constructor(readonly status: FailedStatus) {
    super(String(status))
  }
}

/** `fetch`, given up after PATIENCE. Throws Unanswered without an answer; an answer is whole, since one can break off in the middle. */
export async function fetchWhole(fetching: typeof fetch, input: RequestInfo | URL, init: RequestInit = {}) {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE + sizeOf(init.body) / SLOWEST_LINE)
  const stop = () => patience.abort()
  init.signal?.addEventListener('abort', stop)
  try {
    const response = await fetching(input, { ...init, signal: patience.signal })
    const body = await response.arrayBuffer()
    return { response, body }
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Unanswered(patience.signal.aborted ? 'no answer' : 'no connection')
  } finally {
    clearTimeout(timer)
    init.signal?.removeEventListener('abort', stop)
  }
}

/** The bytes of a form's files; text is nothing beside them. */
export function sizeOf(body: RequestInit['body']): number {
  if (!(body instanceof FormData)) return 0
  let bytes = 0
  for (const [, value] of body) if (value instanceof File) bytes += value.size
  return bytes
}

/** Statuses whose answer may have no body (RFC 9110 section 15). */
const BODILESS = [204, 205, 304]

/**
 * Makes Remix's requests for data fail in a way that says why. Remix takes whatever comes back for its own, forgets its status when
 * it can't read it, and waits without end; it offers no other place to stand in.
 */
export function watchAnswers(): void {
  const fetching = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    if (!(input instanceof URL) || !input.pathname.endsWith('.data')) return fetching(input, init)
    const { response, body } = await fetchWhole(fetching, input, init)
    const { status, statusText, headers } = response
    if (!headers.has('X-Remix-Response')) throw new Unanswered(status)
    return new Response(BODILESS.includes(status) ? null : body, { status, statusText, headers })
  }
}

/** What went wrong, from an error of Remix's: a refusal of the server, a fault of it, or no answer. */
export function failedBy(error: unknown): Failed {
  if (error instanceof Unanswered) return { status: error.status }
  if (!isRouteErrorResponse(error)) return { status: 500 }
  const { status, data } = error
  return { status, message: status < 500 && typeof data === 'string' && !data.startsWith('Error:') ? data : undefined }
}
