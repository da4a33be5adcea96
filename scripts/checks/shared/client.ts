import { Agent } from 'node:http'
import { DEMO_PASSWORD_OF_TESTS } from '../../../app/test/running'
import { logInOverHttp, type ServedSession } from '../../../app/test/served'
import { createNetworkHeader, encodeMultipart, MULTIPART, type Part, sendRaw } from './wire'

const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 64 })

/** The headers of a browser with the cookie, or of an API client with the token. */
export function createHeaders(credentials: ServedSession | undefined, by: 'cookie' | 'token'): Record<string, string> {
  if (by === 'token') return credentials ? { Authorization: `Bearer ${credentials.token}` } : {}
  return { 'Sec-Fetch-Site': 'same-origin', ...(credentials && { Cookie: credentials.cookie }) }
}

/** The result of a call; `body` is its JSON, or null. */
interface CallResult<Body> {
  status: number
  body: Body
}

/** Calls the API as one person, with the token. */
export interface Client {
  credentials: ServedSession
  /** Sends JSON or no body. Throws without a response. */
  call: <Body = { id: number }>(method: string, path: string, json?: unknown) => Promise<CallResult<Body>>
  upload: (
    title: string,
    content: Buffer,
    how?: { path?: string; fileName?: string; more?: Part[] },
  ) => Promise<CallResult<{ id: number }>>
}

export function createClient(url: string, credentials: ServedSession | undefined): Omit<Client, 'credentials'> {
  const ask = async <Body>(method: string, path: string, type: string, sent?: string | Buffer) => {
    const headers = {
      ...createNetworkHeader(),
      ...createHeaders(credentials, 'token'),
      ...(sent && { 'Content-Type': type }),
    }
    const { status, text } = await sendRaw(
      url,
      { method, path, headers, body: sent },
      { through: keepAliveAgent, patience: 600_000 },
    )
    return { status, body: (/^[{[]/.test(text) ? JSON.parse(text) : null) as Body }
  }
  return {
    call: (method, path, json) =>
      ask(method, path, 'application/json', json === undefined ? undefined : JSON.stringify(json)),
    upload: (title, content, { path = '/api/files/upload', fileName = 'plan.pdf', more = [] } = {}) => {
      const parts = [{ name: 'title', content: title }, ...more, { name: 'file', fileName, content }]
      return ask('POST', path, MULTIPART, encodeMultipart(parts))
    },
  }
}

/** Logs a person in (by default the demonstration's tutor), and returns their client. */
export async function logInClient(
  url: string,
  username = 'demo.tutor',
  word = DEMO_PASSWORD_OF_TESTS,
): Promise<Client> {
  const credentials = await logInOverHttp({ url }, username, word)
  return { credentials, ...createClient(url, credentials) }
}
