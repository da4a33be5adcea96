import type { Account } from '~/domain/accounts/account'
import type { Credentials } from '~/domain/accounts/schema'
import type { Refusal } from '~/domain/refused'

/** Where the browser keeps the log-in's token. No screen depends on it. */
const TOKEN = 'authToken'

/** A call that was not answered with success; its message is 'status: text'. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    private readonly text: string,
  ) {
    super(`${status}: ${text}`)
  }

  /** What the server said in words, and of which fields. */
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
    // Storage can be switched off: then there was nothing to forget.
  }
}

/** The header that says who is asking, where a token is stored; the cookie goes along by itself. */
function authorization(): Record<string, string> {
  const token = storedToken()
  return token ? { Authorization: `Bearer ${token}` } : {}
}

/** One request as all of them are: cookies, the Bearer token when there is one, JSON only with a body. Throws ApiError. */
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

/** Makes a call and gives its answer: what JSON holds, else the text. Throws ApiError. */
export async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await ask(method, path, body)
  return (response.headers.get('Content-Type')?.includes('json') ? response.json() : response.text()) as Promise<Answer>
}

/** Reads what a path gives. A 401 throws as every ApiError does or, with `unauthorized: 'null'`, gives null. */
export async function query<Answer>(
  path: string,
  { unauthorized = 'throw' }: { unauthorized?: 'throw' | 'null' } = {},
): Promise<Answer | null> {
  return call<Answer>('GET', path).catch((error: unknown) => {
    if (unauthorized === 'null' && error instanceof ApiError && error.status === 401) return null
    throw error
  })
}

/** Logs in and keeps the token. Throws ApiError. */
export async function logIn(credentials: Credentials): Promise<void> {
  forgetToken()
  const { token } = await call<{ token?: string }>('POST', '/api/login', credentials)
  try {
    if (token) localStorage.setItem(TOKEN, token)
  } catch {
    // The cookie alone is enough.
  }
}

/** Logs out; the token is forgotten even if the call fails. Throws ApiError. */
export async function logOut(): Promise<void> {
  await call('POST', '/api/logout').finally(forgetToken)
}

/**
 * Forgets the stored token when it is not `user`'s: somebody else may have left it on this computer and `user` have logged in
 * without scripts, and a call with it would be theirs.
 */
export async function keepOwnToken(user: Account): Promise<void> {
  if (!storedToken()) return
  const owner = await query<Account>('/api/user', { unauthorized: 'null' })
  if (owner?.id !== user.id) forgetToken()
}

/** Fetches a file and saves it under its name. Throws ApiError, 401 too where the cookie's session has ended. */
export async function download({ url, fileName }: { url: string; fileName: string }): Promise<void> {
  const response = await ask('GET', url)
  // Without a token the address speaks to a browser, and leads it to the log-in's page.
  if (response.redirected) throw new ApiError(401, 'Please log in.')
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Some browsers begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Sends a form with a file. `progress` is told the share that is sent, from 0 to 1. Gives the JSON answer; throws ApiError, or Error without a connection. */
export function upload<Answer>(path: string, form: FormData, progress: (share: number) => void): Promise<Answer> {
  // fetch says nothing of how far a body has got.
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
