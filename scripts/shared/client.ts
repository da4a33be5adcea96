import { Agent } from 'node:http'
import { DEMO_PASSWORD_OF_TESTS } from '../../app/test/running'
import { logInOverHttp, type ServedSession } from '../../app/test/served'
import { MULTIPART, multipart, ownNetwork, type Part, send } from './wire'

const through = new Agent({ keepAlive: true, maxSockets: 64 })

/** The headers that a browser sends with the cookie, or a client with the token. */
export function headersOf(credentials: ServedSession | undefined, by: 'cookie' | 'token'): Record<string, string> {
  if (by === 'token') return credentials ? { Authorization: `Bearer ${credentials.token}` } : {}
  return { 'Sec-Fetch-Site': 'same-origin', ...(credentials && { Cookie: credentials.cookie }) }
}

/** What a call answered; `body` is its JSON, null without one. */
interface Called<Body> {
  status: number
  body: Body
}

/** Asks the API of a product as one person, with the token. */
export interface Client {
  credentials: ServedSession
  /** Sends JSON, or nothing. Throws without an answer. */
  call: <Body = { id: number }>(method: string, path: string, json?: unknown) => Promise<Called<Body>>
  /** Sends a form with a file. */
  upload: (
    title: string,
    content: Buffer,
    how?: { path?: string; fileName?: string; more?: Part[] },
  ) => Promise<Called<{ id: number }>>
}

/** The client of somebody whose session is there already; of a visitor without one. */
export function clientOf(url: string, credentials: ServedSession | undefined): Omit<Client, 'credentials'> {
  const ask = async <Body>(method: string, path: string, type: string, sent?: string | Buffer) => {
    const headers = { ...ownNetwork(), ...headersOf(credentials, 'token'), ...(sent && { 'Content-Type': type }) }
    const { status, text } = await send(url, { method, path, headers, body: sent }, { through, patience: 600_000 })
    return { status, body: (/^[{[]/.test(text) ? JSON.parse(text) : null) as Body }
  }
  return {
    call: (method, path, json) =>
      ask(method, path, 'application/json', json === undefined ? undefined : JSON.stringify(json)),
    upload: (title, content, { path = '/api/files/upload', fileName = 'plan.pdf', more = [] } = {}) => {
      const parts = [{ name: 'title', content: title }, ...more, { name: 'file', fileName, content }]
      return ask('POST', path, MULTIPART, multipart(parts))
    },
  }
}

/** Logs somebody in, the demonstration's tutor unless told otherwise, and gives their client. */
export async function enter(url: string, username = 'demo.tutor', word = DEMO_PASSWORD_OF_TESTS): Promise<Client> {
  const credentials = await logInOverHttp({ url }, username, word)
  return { credentials, ...clientOf(url, credentials) }
}
