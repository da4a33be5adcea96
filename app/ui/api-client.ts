import type { Account } from '~/domain/accounts/account'
import type { Credentials } from '~/domain/accounts/schema'
import type { Refusal } from '~/domain/refused'
import { forgetDrafts } from './drafts'

/** The storage key of the log-in's token. No screen depends on it. */
const TOKEN = 'authToken'

/** An unsuccessful response to an API call; its message is 'status: text'. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    private readonly text: string,
  ) {
    super(`${status}: ${text}`)
  }

  /** The server's message, and the fields it is about. */
  get refusal(): Refusal {
    try {
      return JSON.parse(this.text) as Refusal
    } catch {
      return { message: this.text }
    }
  }
}

function storedToken(): string | null {
  try {
    return localStorage.getItem(TOKEN)
  } catch {
    return null
  }
}

/** Forgets the log-in's token. */
export function forgetToken(): void {
  try {
    localStorage.removeItem(TOKEN)
  } catch {
    // Storage can be switched off; then nothing was stored.
  }
}

/** The Authorization header where a token is stored; the browser sends the cookie. */
function authorization(): Record<string, string> {
  const token = storedToken()
  return token ? { Authorization: `Bearer ${token}` } : {}
}

/** Sends one request: with cookies, the Bearer token when there is one, JSON only with a body. Throws ApiError. */
async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { ...authorization(), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return response
}

/** Makes an API call and returns its response: parsed JSON, else the text. Throws ApiError. */
export async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await ask(method, path, body)
  return (response.headers.get('Content-Type')?.includes('json') ? response.json() : response.text()) as Promise<Answer>
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

/** Logs in and stores the token. Throws ApiError. */
export async function logIn(credentials: Credentials): Promise<void> {
  forgetToken()
  const { token } = await call<{ token?: string }>('POST', '/api/login', credentials)
  try {
    if (token) localStorage.setItem(TOKEN, token)
  } catch {
    // The cookie alone is enough.
  }
}

/** Logs out; the token and all drafts are forgotten even if the call fails. Throws ApiError. */
export async function logOut(): Promise<void> {
  forgetDrafts()
  await call('POST', '/api/logout').finally(forgetToken)
}

/**
 * Forgets the stored token when it is not `user`'s: somebody else may have left it on this computer and `user` have logged in
 * without scripts, so that a call would be in the other's name.
 */
export async function keepOwnToken(user: Account): Promise<void> {
  if (!storedToken()) return
  const owner = await query<Account>('/api/user', { unauthorized: 'null' })
  if (owner?.id !== user.id) forgetToken()
}

/** Fetches a file and saves it under its name. Throws ApiError, also 401 when the cookie's session has ended. */
export async function download({ url, fileName }: { url: string; fileName: string }): Promise<void> {
  const response = await ask('GET', url)
  // Without a token the server redirects to the log-in instead of answering 401.
  if (response.redirected) throw new ApiError(401, 'Please log in.')
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Some browsers read the object only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * Sends a form with a file. `progress` gets the share that is sent, from 0 to 1. Returns the JSON response; throws ApiError, or
 * Error without a connection.
 */
export function upload<Answer>(path: string, form: FormData, progress: (share: number) => void): Promise<Answer> {
  // fetch reports no upload progress.
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.open('POST', path)
    request.withCredentials = true
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new Error('no connection'))
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as Answer)
      else reject(new ApiError(request.status, request.responseText || request.statusText))
    }
    request.send(form)
  })
}
