import { DomUtils, parseDocument } from 'htmlparser2'
import { type Call, callsOf, type Document } from '../check-api/judge'
import { type Credentials, headersOf } from '../check-api/people'
import { samples } from '../check-api/samples'
import { MULTIPART, multipart, type Part, type Sent, send } from '../check-api/wire'
import { formsOf } from './forms'
import type { HostileText } from './hostile-texts'
import { builtPlaces } from './places'
import type { Records } from './records'

/** Something that takes a text. */
export interface TextPlace {
  name: string
  /** The request that brings a text there. */
  bring: (text: HostileText) => Promise<Sent>
  /** The requests that show the record that was added and then remove it, by its address. */
  after?: (address: string) => Sent[]
}

export interface Attacked {
  url: string
  document: Document
  records: Records
  tutor: Credentials
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

const asJson = (body: unknown) => ({ headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
const asForm = (parts: Part[]) => ({ headers: { 'Content-Type': MULTIPART }, body: multipart(parts) })
const by = ({ headers, ...sent }: Sent, credentials: Record<string, string>): Sent => ({
  ...sent,
  headers: { ...headers, ...credentials },
})

/** What shows a record to more people than its own call does. */
const shownAt = (path: string, id: string): string[] =>
  path === '/api/newsletters'
    ? [`/dashboard/newsletter/${id}`, `/dashboard/newsletter/${id}/mail`, '/dashboard/newsletter']
    : path === '/api/resources'
      ? [`/resources/${id}`, '/resources']
      : path === '/api/contact'
        ? ['/dashboard/profile/enquiries']
        : [{ '/api/board': '/board', '/api/events': '/events', '/api/notices': '/dashboard/notices' }[path] ?? path]

/** Every call with words in its body: each as long as it may be. A file's name is hostile, too. */
function callPlaces({ document, records, tutor }: Attacked): TextPlace[] {
  const taking = callsOf(document).filter(({ method, path }) => samples[`${method} ${path}`] && path !== '/api/logout')
  return taking.flatMap(({ method, path, operation }: Call) => {
    const [{ schema } = { schema: {} }] = Object.values(operation.requestBody?.content ?? {})
    const lengths = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, lengthOf(field)] as const)
    const words = lengths.filter(([name, length]) => length > 0 && !RULED.test(name))
    if (words.length === 0) return []
    const bring = async (text: HostileText): Promise<Sent> => {
      const sample = samples[`${method} ${path}`]!()
      const typed = words.map(([name, length]) => [name, text.of(length)] as const)
      const sent = Array.isArray(sample)
        ? asForm([
            ...sample
              .filter(({ name }) => !typed.some(([other]) => other === name))
              .map((part) => (part.fileName ? { ...part, fileName: `${fileName(text)}.${part.fileName}` } : part)),
            ...typed.map(([name, content]) => ({ name, content })),
          ])
        : asJson({ ...sample, ...('email' in sample && { email: nextReader() }), ...Object.fromEntries(typed) })
      const address = await records.addressOf(path.replaceAll('{id}', ':id'))
      return by({ method, path: address, ...sent }, headersOf(tutor, 'token'))
    }
    const after = (address: string): Sent[] => {
      const id = address.slice(address.lastIndexOf('/') + 1)
      const shown = shownAt(path, id).map((path) => by({ method: 'GET', path }, headersOf(tutor, 'cookie')))
      return [...shown, by({ method: 'DELETE', path: address }, headersOf(tutor, 'token'))]
    }
    return [{ name: `${method} ${path}`, bring, after: method === 'POST' ? after : undefined }]
  })
}

let readers = 0
const nextReader = () => {
  readers += 1
  return `reader.${readers}.of.texts@riverbank.example`
}
const fileName = (text: HostileText) => text.of(3000).replace(/["\r\n\0]/g, '_')

/** The bytes that the words of a page's form may have, below the least limit of a body; that of a log-in is lower. */
const roomAt = (pattern: string) => (/^\/(login|portal)$/.test(pattern) ? 2000 : 56_000)
const TYPED = ['text', 'email', 'search', 'tel', 'url', 'password']

/** Every form of a page with something to type, as the page shows it: as long as there is room for. */
async function formPlaces({ url, document, records, tutor }: Attacked): Promise<TextPlace[]> {
  const pages = formsOf(document, await builtPlaces()).forms.filter(({ pattern }) => !pattern.startsWith('/api/'))
  const places: TextPlace[] = []
  for (const { pattern, suffix } of pages)
    for (const person of pattern.startsWith('/dashboard') ? ['cookie' as const] : [undefined]) {
      const own = headersOf(person ? tutor : undefined, 'cookie')
      const path = await records.addressOf(pattern)
      const { text: page } = await send(url, { method: 'GET', path, headers: own })
      for (const form of DomUtils.getElementsByTagName('form', parseDocument(page))) {
        const { action = path, id = '' } = form.attribs
        const isOwn = action.split('?')[0] === path || pattern === '/contact'
        const fields = fieldsOf(form)
        const typed = fields.filter(({ isTyped }) => isTyped).length
        if (!isOwn || typed === 0) continue
        const bring = async (text: HostileText) => {
          const length = Math.floor(roomAt(pattern) / typed)
          const parts = fields.map(({ name, value, isTyped }) => ({
            name,
            content: isTyped ? inBytes(text.of(length), length) : value,
          }))
          return by({ method: 'POST', path: path + suffix, ...asForm(parts) }, own)
        }
        places.push({ name: `${pattern} ${id}`.trim(), bring })
      }
    }
  return places
}

/** Words of the website, as a tutor publishes them. */
function websitePlace({ url, tutor }: Attacked): TextPlace {
  const own = headersOf(tutor, 'cookie')
  const path = '/dashboard/profile/website/about/mission'
  const lengths: Record<string, number> = { heading: 60, text: 2000 }
  return {
    name: 'words of the website',
    bring: async (text) => {
      const { text: page } = await send(url, { method: 'GET', path, headers: own })
      const [form] = DomUtils.filter((node) => 'attribs' in node && node.attribs.id === 'section', parseDocument(page))
      const parts = fieldsOf([form!]).map(({ name, value }) => {
        const length = lengths[name]
        return { name, content: length ? text.of(length) : value }
      })
      return by({ method: 'POST', path, ...asForm(parts) }, own)
    },
  }
}

const inBytes = (text: string, most: number) => Buffer.from(text).subarray(0, most).toString('utf8')

function fieldsOf(form: Parameters<typeof DomUtils.getElementsByTagName>[1]) {
  const elements = DomUtils.getElementsByTagName((name) => ['input', 'textarea', 'select'].includes(name), form)
  return elements.flatMap(({ name: tag, attribs: { name = '', type = 'text', value = '' }, children }) => {
    if (!name || type === 'file' || type === 'radio' || type === 'checkbox') return []
    if (tag !== 'select') return [{ name, value, isTyped: tag === 'textarea' || TYPED.includes(type) }]
    const options = DomUtils.getElementsByTagName('option', children).map(({ attribs }) => attribs.value ?? '')
    return [{ name, value: options.find(Boolean) ?? '', isTyped: false }]
  })
}

const searched = [
  '/dashboard',
  '/dashboard/newsletter',
  '/dashboard/newsletter/subscribers',
  '/dashboard/profile/enquiries',
]
const headerNames =
  'User-Agent Accept Accept-Encoding Accept-Language Cookie Range If-None-Match If-Modified-Since Content-Type X-Forwarded-For Referer Authorization Sec-Fetch-Site'.split(
    ' ',
  )
/** The most characters of an address or a header: all together may have 16 kB. */
const HEAD = 14_000

/** Addresses and headers, as long as a request's head may be. */
function headPlaces({ tutor }: Attacked): TextPlace[] {
  const own = headersOf(tutor, 'cookie')
  const query = (text: HostileText) =>
    encodeURIComponent(Buffer.from(text.of(HEAD)).toString())
      .slice(0, HEAD)
      .replace(/%.?$/, '')
  const searches = searched.map((path) => ({
    name: `the search of ${path}`,
    bring: async (text: HostileText) => by({ method: 'GET', path: `${path}?search=${query(text)}` }, own),
  }))
  const paths = ['/', '/resources/', '/api/events?cursor='].map((path) => ({
    name: `an address after ${path}`,
    bring: async (text: HostileText): Promise<Sent> => ({ method: 'GET', path: path + query(text) }),
  }))
  const headers = headerNames.map((name) => ({
    name: `the header ${name}`,
    bring: async (text: HostileText): Promise<Sent> => {
      const value = text
        .of(HEAD)
        .replace(/[^\x20-\x7e]/g, ' ')
        .trim()
      return { method: name === 'Content-Type' ? 'POST' : 'GET', path: '/contact', headers: { ...own, [name]: value } }
    },
  }))
  return [...searches, ...paths, ...headers]
}

const LIST = 5 * 1024 * 1024 - 1000
const LINE = 19_000

/** A list of subscribers as a file of 5 MB, with lines as long as they may be. */
function listPlace({ tutor }: Attacked): TextPlace {
  const list = (text: HostileText) => {
    const line = Buffer.from(`${text.of(LINE).replace(/[\r\n\0]/g, ' ')}`).subarray(0, LINE)
    return Buffer.concat(Array.from({ length: Math.floor(LIST / (LINE + 1)) }, () => [line, Buffer.from('\n')]).flat())
  }
  return {
    name: 'a list of subscribers',
    bring: async (text) => {
      const parts = [
        { name: 'pasted', content: '' },
        { name: 'file', fileName: 'list.csv', content: list(text) },
      ]
      const path = '/dashboard/newsletter/subscribers/import'
      return by({ method: 'POST', path, ...asForm(parts) }, headersOf(tutor, 'cookie'))
    },
  }
}

/** Every place that takes a text from outside: calls, pages' forms, searches, addresses, headers and lists. */
export async function textPlaces(attacked: Attacked): Promise<TextPlace[]> {
  return [
    ...callPlaces(attacked),
    ...(await formPlaces(attacked)),
    websitePlace(attacked),
    ...headPlaces(attacked),
    listPlace(attacked),
  ]
}
