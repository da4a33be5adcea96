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
  message?: string
}

/** What a screen gets back when no field can mend why it was not saved; `form` is the intent of the one meant. */
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

/** Calls `giveUp` once nothing was heard of a request for as long as PATIENCE, at first for `sending` milliseconds more. */
export function patience(giveUp: () => void, sending = 0) {
  let timer = setTimeout(giveUp, PATIENCE + sending)
  const stop = () => clearTimeout(timer)
  const heard = () => {
    stop()
    timer = setTimeout(giveUp, PATIENCE)
  }
  return { heard, stop }
}

interface Hearing {
  /** Called with an answer's beginning, before the rest has come. What it throws is thrown. */
  begun?: (response: Response) => void
}

/** `fetch` with the answer's whole body, given up once nothing is heard of it for PATIENCE. Throws Unanswered. */
export async function fetchWhole(
  input: RequestInfo | URL,
  init: RequestInit = {},
  { begun }: Hearing = {},
): Promise<{ response: Response; whole: Blob }> {
  const given = new AbortController()
  const stop = () => given.abort()
  const clock = patience(stop, sizeOf(init.body) / SLOWEST_LINE)
  const unanswered = (error: unknown): never => {
    if (init.signal?.aborted) throw error
    throw new Unanswered(given.signal.aborted ? 'no answer' : 'no connection')
  }
  init.signal?.addEventListener('abort', stop)
  try {
    const response = await fetch(input, { ...init, signal: given.signal }).catch(unanswered)
    begun?.(response)
    return { response, whole: await wholeOf(response, clock.heard).catch(unanswered) }
  } finally {
    clock.stop()
    init.signal?.removeEventListener('abort', stop)
  }
}

/** The whole body of a response, with its type; `heard` is called whenever a part of it comes. */
async function wholeOf(response: Response, heard: () => void): Promise<Blob> {
  const parts: BlobPart[] = []
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    heard()
    parts.push(part.value)
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}

function sizeOf(body: RequestInit['body']): number {
  if (!(body instanceof FormData)) return 0
  let bytes = 0
  for (const [, value] of body) if (value instanceof File) bytes += value.size
  return bytes
}

/** What `answer` resolves to. Throws Unanswered after PATIENCE, beyond what sending `body` may take. */
export function inTime<Answer>(answer: Promise<Answer>, body?: FormData): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const clock = patience(() => reject(new Unanswered('no answer')), sizeOf(body) / SLOWEST_LINE)
    answer.then(resolve, reject).finally(clock.stop)
  })
}

/** What Chrome, Firefox, Safari and Remix say when no answer came, or one that Remix can't read. */
const UNANSWERED = /failed to fetch|network ?error|load failed|unable to decode/i
/** How long a browser may take to report a status, in milliseconds. */
const REPORT = 500

/**
 * Watches for the status of the next answer from `url`, which Remix forgets where it can't read the answer, such as a proxy's page.
 * `failure` resolves to what failed, from an error of Remix's; call `stop` in the end.
 */
export function watchStatus(url: string): { failure: (error: unknown) => Promise<Failed>; stop: () => void } {
  const { pathname } = new URL(url)
  let report = (_status: number) => {}
  const reported = new Promise<number>((resolve) => {
    report = resolve
  })
  const observer = new PerformanceObserver((list) => {
    for (const { name, responseStatus } of list.getEntries() as PerformanceResourceTiming[])
      if (responseStatus >= 400 && new URL(name).pathname.startsWith(pathname)) report(responseStatus)
  })
  observer.observe({ entryTypes: ['resource'] })
  const failure = async (error: unknown) => {
    const failed = failedBy(error)
    if (failed.status !== 'no connection') return failed
    const nothing = new Promise<undefined>((resolve) => setTimeout(resolve, REPORT))
    return { status: (await Promise.race([reported, nothing])) ?? failed.status }
  }
  return { failure, stop: () => observer.disconnect() }
}

/** What went wrong, from an error of Remix's: a refusal of the server, a fault of it, or no answer. */
export function failedBy(error: unknown): Failed {
  if (error instanceof Unanswered) return { status: error.status }
  if (!isRouteErrorResponse(error)) {
    const isUnanswered = error instanceof Error && UNANSWERED.test(error.message)
    return { status: isUnanswered ? 'no connection' : 500 }
  }
  const { status, data } = error
  return { status, message: status < 500 && typeof data === 'string' && !data.startsWith('Error:') ? data : undefined }
}
