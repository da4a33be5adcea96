import { isRouteErrorResponse } from '@remix-run/react'
import { isReturnedForm } from '~/domain/interrupted-forms/returned-form'

/** How long to wait for an answer after sending, in milliseconds. */
export const ANSWER_TIMEOUT = 30_000
/** The slowest upload speed to wait for, in bytes per millisecond (80 kbit/s). */
const SLOWEST_UPLOAD = 10

/** A failure's HTTP status, or a description when there is none. */
export type FailureStatus = number | 'no connection' | 'no answer'

/** Why a form was not saved or a page not loaded, when no field error explains it. */
export interface RequestFailure {
  status: FailureStatus
  message?: string
}

/** Action data of a failure that no field can fix; `form` is the intent of the form it belongs to. */
export interface FailedActionData {
  form?: string
  failed?: RequestFailure
}

/** Thrown when no answer comes, or when it comes from a proxy instead of this product. */
export class NoAnswerError extends Error {
  constructor(readonly status: FailureStatus) {
    super(String(status))
  }
}

/** Calls `giveUp` after ANSWER_TIMEOUT without progress; the first wait is `uploadTime` milliseconds longer. */
export function startIdleTimeout(giveUp: () => void, uploadTime = 0) {
  let timer = setTimeout(giveUp, ANSWER_TIMEOUT + uploadTime)
  const stop = () => clearTimeout(timer)
  const restart = () => {
    stop()
    timer = setTimeout(giveUp, ANSWER_TIMEOUT)
  }
  return { restart, stop }
}

interface FetchCallbacks {
  /** Called with the response's headers, before its body. Errors it throws are passed on. */
  onStart?: (response: Response) => void
}

/** Fetches a response with its whole body. Throws NoAnswerError after ANSWER_TIMEOUT without progress. */
export async function fetchWithTimeout(
  input: RequestInfo | URL,
  init: RequestInit = {},
  { onStart }: FetchCallbacks = {},
): Promise<{ response: Response; whole: Blob }> {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const timeout = startIdleTimeout(stop, getUploadSize(init.body) / SLOWEST_UPLOAD)
  const throwNoAnswer = (error: unknown): never => {
    if (init.signal?.aborted) throw error
    throw new NoAnswerError(controller.signal.aborted ? 'no answer' : 'no connection')
  }
  init.signal?.addEventListener('abort', stop)
  try {
    const response = await fetch(input, { ...init, signal: controller.signal }).catch(throwNoAnswer)
    onStart?.(response)
    return { response, whole: await readBody(response, timeout.restart).catch(throwNoAnswer) }
  } finally {
    timeout.stop()
    init.signal?.removeEventListener('abort', stop)
  }
}

/** Reads a response's whole body, with its type; calls `onProgress` for each part. */
async function readBody(response: Response, onProgress: () => void): Promise<Blob> {
  const parts: BlobPart[] = []
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    onProgress()
    parts.push(part.value)
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' })
}

function getUploadSize(body: RequestInit['body']): number {
  if (!(body instanceof FormData)) return 0
  let bytes = 0
  for (const [, value] of body) if (value instanceof File) bytes += value.size
  return bytes
}

/** Resolves like `answer`. Throws NoAnswerError after ANSWER_TIMEOUT plus the time to send `body`. */
export function withTimeout<Answer>(answer: Promise<Answer>, body?: FormData): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timeout = startIdleTimeout(() => reject(new NoAnswerError('no answer')), getUploadSize(body) / SLOWEST_UPLOAD)
    answer.then(resolve, reject).finally(timeout.stop)
  })
}

/** Error messages of Chrome, Firefox, Safari and Remix when there is no answer, or one that Remix can't read. */
const NO_ANSWER_MESSAGE = /failed to fetch|network ?error|load failed|unable to decode/i
/** How long to wait for the browser to report a status, in milliseconds. */
const STATUS_REPORT_TIMEOUT = 500

/**
 * Observes the HTTP status of the next answer from `url`, which Remix loses if it can't read the answer, such as a proxy's page.
 * `findFailure` turns Remix's error into a RequestFailure. Call `stop` at the end.
 */
export function watchStatus(url: string): {
  findFailure: (error: unknown) => Promise<RequestFailure>
  stop: () => void
} {
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
  const findFailure = async (error: unknown) => {
    const failed = toRequestFailure(error)
    if (failed.status !== 'no connection') return failed
    const noReport = new Promise<undefined>((resolve) => setTimeout(resolve, STATUS_REPORT_TIMEOUT))
    return { status: (await Promise.race([reported, noReport])) ?? failed.status }
  }
  return { findFailure, stop: () => observer.disconnect() }
}

export function toRequestFailure(error: unknown): RequestFailure {
  if (error instanceof NoAnswerError) return { status: error.status }
  if (!isRouteErrorResponse(error)) {
    const isUnanswered = error instanceof Error && NO_ANSWER_MESSAGE.test(error.message)
    return { status: isUnanswered ? 'no connection' : 500 }
  }
  const { status } = error
  const data: unknown = isReturnedForm(error.data) ? error.data.message : error.data
  return { status, message: status < 500 && typeof data === 'string' && !data.startsWith('Error:') ? data : undefined }
}
