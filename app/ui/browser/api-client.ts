import type { Account } from '~/domain/accounts/account'
import type { Credentials } from '~/domain/accounts/schema'
import type { Refusal } from '~/domain/refused'
import { forgetDrafts } from '~/ui/forms/draft'
import { type Failed, fetchWhole, patience, Unanswered } from './answered'
import { inStorage } from './in-storage'

/** The storage key of the log-in's token. No screen depends on it. */
const TOKEN = 'authToken'

/** An unsuccessful response to an API call; its message is 'status: text'. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    private readonly text: string,
    private readonly type: string | null = null,
  ) {
    super(`${status}: ${text}`)
  }

  /** The server's message, and the fields it is about. Undefined for what is not the server's: a proxy's page. */
  get refusal(): Refusal | undefined {
    const answer = jsonIn(this.text) as Partial<Refusal> | undefined
    if (typeof answer?.message === 'string') return answer as Refusal
    return this.type?.startsWith('text/plain') && this.text ? { message: this.text } : undefined
  }
}

/** The JSON in a text; undefined where there is none, as in a proxy's page, or in an answer that broke off. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Why a call failed, for its form to tell (failure.ts). Rethrows what no call throws. */
export function failedCall(error: unknown): Failed {
  if (error instanceof Unanswered) return { status: error.status }
  if (error instanceof ApiError) return { status: error.status, message: error.refusal?.message }
  throw error
}

const storedToken = () => inStorage(() => localStorage.getItem(TOKEN))
const forgetToken = () => inStorage(() => localStorage.removeItem(TOKEN))

/** The Authorization header where a token is stored; the browser sends the cookie. */
function authorization(): Record<string, string> {
  const token = storedToken()
  return token ? { Authorization: `Bearer ${token}` } : {}
}

interface Asked {
  body?: unknown
  /** Called with a good answer's beginning, before the rest has come. Throws to refuse it. */
  begun?: (response: Response) => void
}

/** Sends a request with cookies and any token, and gives the whole answer. Throws ApiError and Unanswered. */
async function ask(method: string, path: string, { body, begun }: Asked = {}) {
  const init: RequestInit = {
    method,
    credentials: 'include',
    headers: { ...authorization(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  }
  const { response, whole } = await fetchWhole(path, init, { begun: (answer) => answer.ok && begun?.(answer) })
  if (response.ok) return { response, whole }
  throw new ApiError(response.status, (await whole.text()) || response.statusText, whole.type)
}

/** Makes an API call and returns its response: parsed JSON, else the text. Throws ApiError and Unanswered. */
export async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const { whole } = await ask(method, path, { body })
  const text = await whole.text()
  if (!whole.type.includes('json')) return text as Answer
  return parsed<Answer>(text)
}

/** The JSON that an answer of the API holds. Throws Unanswered when it is not whole, or of something else on the way. */
function parsed<Answer>(text: string): Answer {
  const answer = jsonIn(text)
  if (answer === undefined) throw new Unanswered('no answer')
  return answer as Answer
}

/** A GET of `path`. A 401 throws ApiError or, with `unauthorized: 'null'`, returns null. */
export async function query<Answer>(
  path: string,
  { unauthorized = 'throw' }: { unauthorized?: 'throw' | 'null' } = {},
): Promise<Answer | null> {
  return call<Answer>('GET', path).catch((error: unknown) => {
    if (unauthorized === 'null' && error instanceof ApiError && error.status === 401) return null
    throw error
  })
}

/** Logs in and stores the token. Throws ApiError and Unanswered. */
export async function logIn(credentials: Credentials): Promise<void> {
  forgetToken()
  const answer = await call<{ token?: string } | string>('POST', '/api/login', credentials)
  // The page of a network that wants a log-in of its own.
  if (typeof answer === 'string') throw new Unanswered('no answer')
  const { token } = answer
  // Where it can't be stored, the cookie alone is enough.
  if (token) inStorage(() => localStorage.setItem(TOKEN, token))
}

/** Logs out; the token and all drafts are forgotten even if the call fails. Throws ApiError and Unanswered. */
export async function logOut(): Promise<void> {
  forgetDrafts()
  await call('POST', '/api/logout').finally(forgetToken)
}

/** Forgets what somebody else than `user` left in this browser: drafts, and a token, by which calls would be in their name. */
export async function keepOwnToken(user: Account): Promise<void> {
  forgetDrafts(user.id)
  if (!storedToken()) return
  const owner = await query<Account>('/api/user', { unauthorized: 'null' })
  if (owner?.id !== user.id) forgetToken()
}

/** Fetches a file and saves it; `begun` is called as it begins to come. Throws Unanswered and ApiError. */
export async function download({ url, fileName }: { url: string; fileName: string }, begun: () => void): Promise<void> {
  const { whole } = await ask('GET', url, {
    begun: ({ redirected, headers }) => {
      // Without a token the server redirects to the log-in instead of answering 401.
      if (redirected) throw new ApiError(401, 'Please log in.')
      // The page of something on the way.
      if (!headers.has('Content-Disposition')) throw new Unanswered('no answer')
      begun()
    },
  })
  const address = URL.createObjectURL(whole)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Some browsers read the object only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Sends a form with a file; `progress` gets the share sent, 0 to 1. Throws ApiError and Unanswered. */
export function upload<Answer>(path: string, form: FormData, progress: (share: number) => void): Promise<Answer> {
  // fetch reports no upload progress.
  const request = new XMLHttpRequest()
  const clock = patience(() => request.abort())
  const sent = new Promise<Answer>((resolve, reject) => {
    request.open('POST', path)
    request.withCredentials = true
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      clock.heard()
      progress(total > 0 ? loaded / total : 0)
    }
    request.onprogress = clock.heard
    request.onerror = () => reject(new Unanswered('no connection'))
    request.onabort = () => reject(new Unanswered('no answer'))
    request.onload = () => {
      const { status, statusText, responseText } = request
      const type = request.getResponseHeader('Content-Type')
      if (status >= 300) return reject(new ApiError(status, responseText || statusText, type))
      try {
        resolve(parsed<Answer>(responseText))
      } catch (error) {
        reject(error)
      }
    }
    request.send(form)
  })
  return sent.finally(clock.stop)
}
