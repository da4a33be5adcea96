import type { RunningRiverbank } from '../../app/test/running'
import { callsOf, type Document } from '../check-api/judge'
import { headersOf } from '../check-api/people'
import { samples } from '../check-api/samples'
import { MULTIPART, multipart, type Sent } from '../check-api/wire'
import { forms, type Sessions, type Write } from '../check-faults/writes'
import type { HostileText } from './hostile-texts'

/** Something that takes a text. */
export interface TextPlace {
  name: string
  /** The request that brings a text there. */
  bring: (text: HostileText) => Sent
  /** The pages that show what was stored. */
  shownAt?: string[]
}

interface Field {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  maxLength?: number
  anyOf?: Field[]
}

/** The greatest length of a field of words, as the document tells it; 0 for a day, a choice or a number. */
function lengthOf({ type, format, enum: choices, maxLength, anyOf }: Field): number {
  if (anyOf) return Math.max(...anyOf.map(lengthOf))
  return [type].flat().includes('string') && !format && !choices ? (maxLength ?? 1000) : 0
}

/** The fields with a rule of their own, which words would break; forms of pages try these. */
const RULED = /^(email|file|linkedIn|time|status|month)$|(Id|Url|Date)$/

/** What shows a record to more people than its own call does. */
const shown: Record<string, string[]> = {
  '/api/newsletters': ['/dashboard/newsletter'],
  '/api/resources': ['/resources', '/dashboard/resources'],
  '/api/contact': ['/dashboard/profile/enquiries'],
  '/api/board': ['/board'],
  '/api/events': ['/events', '/dashboard/calendar'],
  '/api/notices': ['/dashboard/notices'],
  '/api/files/upload': ['/dashboard'],
  '/api/timetables': ['/dashboard/timetable'],
}

const fileName = (text: HostileText) => text.of(3000).replace(/["\r\n\0]/g, '_')

/** Every call that adds something with words: each word as long as it may be. A file's name is hostile, too. */
function callPlaces(document: Document, { aoife }: Sessions): TextPlace[] {
  return callsOf(document).flatMap(({ method, path, operation }) => {
    const [{ schema } = { schema: {} }] = Object.values(operation.requestBody?.content ?? {})
    const lengths = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, lengthOf(field)] as const)
    const words = lengths.filter(([name, length]) => length > 0 && !RULED.test(name))
    if (method !== 'POST' || path.includes('{id}') || words.length === 0) return []
    const bring = (text: HostileText): Sent => {
      const sample = samples[`${method} ${path}`]!()
      const typed = Object.fromEntries(words.map(([name, length]) => [name, text.of(length)]))
      const own = headersOf(aoife, 'token')
      if (!Array.isArray(sample)) {
        const email = 'email' in sample && { email: `r${Math.random()}@riverbank.example` }
        const body = JSON.stringify({ ...sample, ...email, ...typed })
        return { method, path, headers: { ...own, 'Content-Type': 'application/json' }, body }
      }
      const kept = sample.filter(({ name }) => !(name in typed))
      const parts = kept.map((part) =>
        part.fileName ? { ...part, fileName: `${fileName(text)}.${part.fileName}` } : part,
      )
      const body = multipart([...parts, ...Object.entries(typed).map(([name, content]) => ({ name, content }))])
      return { method, path, headers: { ...own, 'Content-Type': MULTIPART }, body }
    }
    return [{ name: `${method} ${path}`, bring, shownAt: shown[path] ?? [path] }]
  })
}

/** The bytes that the words of a page's form may have, below the least limit of a body; that of a log-in is lower. */
const roomAt = (path: string) => (/^\/(login|portal)/.test(path) ? 2000 : 56_000)
const inBytes = (text: string, most: number) => Buffer.from(text).subarray(0, most).toString('utf8')

/** A form of a page, filled in: each field that is typed into as long as there is room for. */
function formPlace({ name, path, headers, body, typed }: Write): TextPlace {
  const room = Math.floor(roomAt(path) / typed.length)
  const bring = (text: HostileText): Sent => {
    const parts = [...(body as FormData)].flatMap(([field, value]) => {
      if (typeof value !== 'string') return []
      return { name: field, content: typed.includes(value) ? inBytes(text.of(room), room) : value }
    })
    return { method: 'POST', path, headers: { ...headers, 'Content-Type': MULTIPART }, body: multipart(parts) }
  }
  return { name, bring }
}

const searched = ['', '/newsletter', '/newsletter/subscribers', '/profile/enquiries'].map(
  (path) => `/dashboard${path}?search=`,
)
const headerNames =
  'User-Agent Accept Accept-Encoding Accept-Language Cookie Range If-None-Match If-Modified-Since Content-Type X-Forwarded-For Referer Authorization Sec-Fetch-Site'.split(
    ' ',
  )
/** The most characters of an address or a header: all together may have 16 kB. */
const HEAD = 14_000

/** Addresses and headers, as long as a request's head may be. */
function headPlaces(own: Record<string, string>): TextPlace[] {
  const query = (text: HostileText) => encodeURIComponent(Buffer.from(text.of(HEAD)).toString()).slice(0, HEAD)
  const paths = [...searched, '/', '/resources/', '/api/events?cursor='].map((path) => ({
    name: `an address after ${path}`,
    bring: (text: HostileText) => ({ method: 'GET', path: path + query(text).replace(/%.?$/, ''), headers: own }),
  }))
  const headers = headerNames.map((name) => ({
    name: `the header ${name}`,
    bring: (text: HostileText) => {
      const value = text.of(HEAD).replace(/[^\x20-\x7e]/g, ' ')
      const method = name === 'Content-Type' ? 'POST' : 'GET'
      return { method, path: '/contact', headers: { ...own, [name]: value.trim() } }
    },
  }))
  return [...paths, ...headers]
}

const LIST = 5 * 1024 * 1024 - 1000
const LINE = 19_000

/** A list of subscribers as a file of 5 MB, with lines as long as they may be. */
function listPlace(own: Record<string, string>): TextPlace {
  const bring = (text: HostileText) => {
    const line = inBytes(text.of(LINE).replace(/[\r\n\0]/g, ' '), LINE)
    const list = `${line}\n`.repeat(Math.floor(LIST / (LINE + 1)))
    const body = multipart([
      { name: 'pasted', content: '' },
      { name: 'file', fileName: 'list.csv', content: list.slice(0, LIST) },
    ])
    const headers = { ...own, 'Content-Type': MULTIPART }
    return { method: 'POST', path: '/dashboard/newsletter/subscribers/import', headers, body }
  }
  return { name: 'a list of subscribers', bring }
}

/** Every place that takes a text from outside: calls, pages' forms, searches, addresses, headers and lists. */
export async function textPlaces(riverbank: RunningRiverbank, sessions: Sessions): Promise<TextPlace[]> {
  const document = (await (await fetch(`${riverbank.url}/api/openapi.json`)).json()) as Document
  const own = headersOf(sessions.aoife, 'cookie')
  const filled = (await forms(riverbank, sessions)).filter(({ typed }) => typed.length > 0)
  return [...callPlaces(document, sessions), ...filled.map(formPlace), ...headPlaces(own), listPlace(own)]
}
