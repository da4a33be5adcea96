import type { Credentials } from './domain/accounts/schema'

/** Where the browser keeps the log-in's token (spec section 3). No screen depends on it. */
const TOKEN = 'authToken'

/** A call that was not answered with success; its message is 'status: text' (spec section 8, Generic). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(`${status}: ${text}`)
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

/** One call as spec section 7 describes them all: cookies, the Bearer token when there is one, JSON only with a body. Throws ApiError. */
export async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const token = storedToken()
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
  return response.headers.get('Content-Type')?.includes('json') ? response.json() : response.text()
}

/** Logs in and keeps the token. Throws ApiError. */
export async function logIn(credentials: Credentials): Promise<void> {
  forgetToken()
  const { token } = (await call('POST', '/api/login', credentials)) as { token?: string }
  try {
    if (token) localStorage.setItem(TOKEN, token)
  } catch {
    // The cookie alone is enough.
  }
}
