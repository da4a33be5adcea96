import type { Account } from '~/domain/accounts/account'
import type { Credentials } from '~/domain/accounts/schema'
import type { RefusalBody } from '~/domain/refused'
import { removeDrafts } from '~/ui/forms/draft'
import { tryStorage } from './browser-storage'
import { fetchWithTimeout, NoAnswerError, type RequestFailure, startIdleTimeout } from './request-failure'

/** The storage key of the session's token. No screen depends on it. */
const TOKEN_KEY = 'authToken'

/** An unsuccessful response to an API call; its message is 'status: text'. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    private readonly text: string,
    private readonly type: string | null = null,
  ) {
    super(`${status}: ${text}`)
  }

  /** The server's message and the fields it concerns. Undefined if a proxy answered instead. */
  get refusal(): RefusalBody | undefined {
    const answer = parseJson(this.text) as Partial<RefusalBody> | undefined
    if (typeof answer?.message === 'string') return answer as RefusalBody
    return this.type?.startsWith('text/plain') && this.text ? { message: this.text } : undefined
  }
}

/** Parses JSON; undefined if invalid, such as a proxy's page or a truncated answer. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Turns a call's error into a failure for its form (failure.ts). Rethrows other errors. */
export function toCallFailure(error: unknown): RequestFailure {
  if (error instanceof NoAnswerError) return { status: error.status }
  if (error instanceof ApiError) return { status: error.status, message: error.refusal?.message }
  throw error
}

const getStoredToken = () => tryStorage(() => localStorage.getItem(TOKEN_KEY))
const removeToken = () => tryStorage(() => localStorage.removeItem(TOKEN_KEY))

/** The Authorization header, if a token is stored. The browser sends the cookie. */
function getAuthorizationHeader(): Record<string, string> {
  const token = getStoredToken()
  return token ? { Authorization: `Bearer ${token}` } : {}
}

interface ApiRequestOptions {
  body?: unknown
  /** Called with a successful response's headers, before its body. May throw to refuse it. */
  onStart?: (response: Response) => void
}

/** Sends a request with cookies and any token; returns the whole answer. Throws ApiError and NoAnswerError. */
async function sendRequest(method: string, path: string, { body, onStart }: ApiRequestOptions = {}) {
  const init: RequestInit = {
    method,
    credentials: 'include',
    headers: { ...getAuthorizationHeader(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  }
  const { response, whole } = await fetchWithTimeout(path, init, {
    onStart: (answer) => answer.ok && onStart?.(answer),
  })
  if (response.ok) return { response, whole }
  throw new ApiError(response.status, (await whole.text()) || response.statusText, whole.type)
}

/** Calls the API; returns the parsed JSON, otherwise the text. Throws ApiError and NoAnswerError. */
export async function callApi<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const { whole } = await sendRequest(method, path, { body })
  const text = await whole.text()
  if (!whole.type.includes('json')) return text as Answer
  return parseAnswer<Answer>(text)
}

/** Parses an API answer. Throws NoAnswerError if it is truncated or not ours. */
function parseAnswer<Answer>(text: string): Answer {
  const answer = parseJson(text)
  if (answer === undefined) throw new NoAnswerError('no answer')
  return answer as Answer
}

/** A GET of `path`. A 401 throws ApiError or, with `unauthorized: 'null'`, returns null. */
export async function queryApi<Answer>(
  path: string,
  { unauthorized = 'throw' }: { unauthorized?: 'throw' | 'null' } = {},
): Promise<Answer | null> {
  return callApi<Answer>('GET', path).catch((error: unknown) => {
    if (unauthorized === 'null' && error instanceof ApiError && error.status === 401) return null
    throw error
  })
}

/** Logs in and stores the token. Throws ApiError and NoAnswerError. */
export async function logInByApi(credentials: Credentials): Promise<void> {
  removeToken()
  const answer = await callApi<{ token?: string } | string>('POST', '/api/login', credentials)
  // A captive portal answered with its own page.
  if (typeof answer === 'string') throw new NoAnswerError('no answer')
  const { token } = answer
  // If storage is unavailable, the cookie is enough.
  if (token) tryStorage(() => localStorage.setItem(TOKEN_KEY, token))
}

/** Logs out; removes the token and all drafts even if the call fails. Throws ApiError and NoAnswerError. */
export async function logOutByApi(): Promise<void> {
  removeDrafts()
  await callApi('POST', '/api/logout').finally(removeToken)
}

/** Removes what other users left in this browser: drafts, and a token, with which calls would act in their name. */
export async function clearOtherUsersData(user: Account): Promise<void> {
  removeDrafts(user.id)
  if (!getStoredToken()) return
  const owner = await queryApi<Account>('/api/user', { unauthorized: 'null' })
  if (owner?.id !== user.id) removeToken()
}

/** Fetches a file and saves it; calls `onStart` when the response starts. Throws ApiError and NoAnswerError. */
export async function downloadFile(
  { url, fileName }: { url: string; fileName: string },
  onStart: () => void,
): Promise<void> {
  const { whole } = await sendRequest('GET', url, {
    onStart: ({ redirected, headers }) => {
      // Without a token the server redirects to the log-in page instead of answering 401.
      if (redirected) throw new ApiError(401, 'Please log in.')
      // A proxy answered with its own page.
      if (!headers.has('Content-Disposition')) throw new NoAnswerError('no answer')
      onStart()
    },
  })
  const address = URL.createObjectURL(whole)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Some browsers read the object after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Sends a form with a file; `onProgress` gets the share sent, 0 to 1. Throws ApiError and NoAnswerError. */
export function uploadForm<Answer>(path: string, form: FormData, onProgress: (share: number) => void): Promise<Answer> {
  // fetch reports no upload progress.
  const request = new XMLHttpRequest()
  const timeout = startIdleTimeout(() => request.abort())
  const sent = new Promise<Answer>((resolve, reject) => {
    request.open('POST', path)
    request.withCredentials = true
    for (const [name, value] of Object.entries(getAuthorizationHeader())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      timeout.restart()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onprogress = timeout.restart
    request.onerror = () => reject(new NoAnswerError('no connection'))
    request.onabort = () => reject(new NoAnswerError('no answer'))
    request.onload = () => {
      const { status, statusText, responseText } = request
      const type = request.getResponseHeader('Content-Type')
      if (status >= 300) return reject(new ApiError(status, responseText || statusText, type))
      try {
        resolve(parseAnswer<Answer>(responseText))
      } catch (error) {
        reject(error)
      }
    }
    request.send(form)
  })
  return sent.finally(timeout.stop)
}
