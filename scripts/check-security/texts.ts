import type { RunningRiverbank } from '../../app/test/running'
import { bodyOf } from '../check-api/cases'
import { callsOf, type Document } from '../check-api/judge'
import type { Pace } from '../shared/topics'
import { MULTIPART, multipart, type Sent } from '../shared/wire'
import type { Write } from '../shared/writes'

/** Something hostile that is sent to a form or a call. */
export interface Attempt {
  /** The form or call, and what is hostile. */
  where: string
  what: string
  by: 'nobody' | 'tutor'
  /** Generated only when it is sent: some have 16 MB. */
  make: () => Sent
  /** A person could have typed it, so the response returns it in its form. */
  isTyped?: boolean
  /** The pages that show what was stored. */
  shownAt?: string[]
}

/** Of the hostile texts each place gets so many in the short form, the worst known among them somewhere. */
const FEW = 2
/** Texts that an expression may take long for: the beginning, what is repeated, and the end; the worst known first. */
const hostile: [begin: string, repeated: string, end?: string][] = [
  ['See http://', '.', 'a'],
  ['www.'.repeat(300), '.', 'a'],
  ['', 'https://a.b/'],
  ['x@', 'www.a.'],
  ['http://a/', '('],
  ['', 'mailto:a@'],
  ['', 'a@b.c '],
  ['', '@', '\t'],
  ['a', ' ', 'b'],
  ['a', '\n', 'b'],
  ['a', '\u200b', 'b'],
  ['a', '\u0000', 'b'],
  ['', ' \n'],
  ['', '[a]('],
  ['', '!['],
  ['', '*_'],
  ['', '**a '],
  ['', '\\'],
  ['', '<b>'],
  ['', '<ul><li>'],
  ['', '<a href="'],
  ['', '<!--'],
  ['', '&#x'],
  ['', '-', '\n-'],
  ['a', '"', 'b'],
  ['', 'e\u0301\u0301\u0301\u0301'],
]

/** A hostile text by its name, of any length. */
interface HostileText {
  name: string
  of: (length: number) => string
}

const hostileTexts: HostileText[] = hostile.map(([begin, repeated, end = '']) => ({
  name: JSON.stringify(`${begin.slice(0, 12)}${repeated}…${end}`),
  of: (length) => {
    const room = Math.max(0, length - begin.length - end.length)
    return `${begin}${repeated.repeat(Math.ceil(room / repeated.length)).slice(0, room)}${end}`.slice(0, length)
  },
}))

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
const RULED = /^(email|linkedIn|time|status|month)$|(Id|Url|Date)$/

/** Every call that adds something with JSON, with a text as long as each field takes: it is stored, and shown. */
function callsWith(document: Document, text: HostileText): Attempt[] {
  return callsOf(document).flatMap((call): Attempt[] => {
    const { method, path, operation } = call
    const schema = operation.requestBody?.content['application/json']?.schema
    const lengths = Object.entries(schema?.properties ?? {}).map(([name, field]) => [name, lengthOf(field)] as const)
    const words = lengths.filter(([name, length]) => length > 0 && !RULED.test(name))
    if (method !== 'POST' || path.includes('{id}') || words.length === 0) return []
    const typed = Object.fromEntries(words.map(([name, length]) => [name, text.of(length)]))
    const make = () => {
      const body = { ...bodyOf(call), ...typed, email: `r${Math.random()}@riverbank.example` }
      return { method, path, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    }
    const page = path
      .replace(/^.api.(newsletters|resources|board|notices)$/, '/dashboard/$1')
      .replace('newsletters', 'newsletter')
    const shownAt = [page, page.replace('/dashboard', ''), '/dashboard/calendar', '/dashboard/profile/enquiries']
    return [{ where: `${method} ${path}`, what: text.name, by: 'tutor', make, isTyped: true, shownAt }]
  })
}

/** The bytes that the words of a page's form may have, below the least limit of a body; that of a log-in is lower. */
const roomAt = (path: string) => (/^\/(login|portal)/.test(path) ? 2000 : 56_000)

/** A form of a page, filled in: each field that is typed into with as long a text as there is room for. */
function formWith({ name, path, body, typed }: Write, text: HostileText): Attempt {
  const room = Math.floor(roomAt(path) / typed.length)
  const words = Buffer.from(text.of(room)).subarray(0, room).toString('utf8')
  const parts = [...(body as FormData)].flatMap(([field, value]) =>
    typeof value === 'string' ? { name: field, content: typed.includes(value) ? words : value } : [],
  )
  const make = () => ({ method: 'POST', path, headers: { 'Content-Type': MULTIPART }, body: multipart(parts) })
  return { where: `POST ${name}`, what: text.name, by: 'tutor', make, isTyped: true }
}

/** Hostile texts for every form with words and every call that adds some; in the short form a few for each. */
export async function textAttempts({ url }: RunningRiverbank, writes: Write[], { short }: Pace): Promise<Attempt[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
  const inForms = writes
    .filter(({ typed }) => typed.length > 0)
    .map((write) => (text: HostileText) => [formWith(write, text)])
  return [...inForms, (text: HostileText) => callsWith(document, text)].flatMap((attemptsWith, index) => {
    const few = Array.from({ length: FEW }, (_, at) => hostileTexts[(index * FEW + at) % hostileTexts.length]!)
    return (short ? few : hostileTexts).flatMap(attemptsWith)
  })
}
