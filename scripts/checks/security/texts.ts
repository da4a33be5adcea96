import type { RunningRiverbank } from '../../../app/test/running'
import { createBody } from '../api/cases'
import { type Document, listCalls } from '../api/judge'
import type { CheckOptions } from '../shared/topics'
import { encodeMultipart, MULTIPART, type RawRequest } from '../shared/wire'
import type { WriteRequest } from '../shared/writes'

/** A hostile input for a form or a call. */
export interface Attempt {
  /** The form or call, and the kind of input. */
  where: string
  what: string
  by: 'visitor' | 'tutor'
  /** Generated when it is sent, since some have 16 MB. */
  make: () => RawRequest
  /** True if a person could have typed it, so the response returns it in the form. */
  isTyped?: boolean
  /** The pages that show the stored text. */
  shownAt?: string[]
}

/** The number of hostile texts for each place in the short form; the worst are sent somewhere. */
const SHORT_COUNT = 2
/** Texts that may slow down regular expressions: beginning, repeated part and end; the worst first. */
const createHostileText: [begin: string, repeated: string, end?: string][] = [
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

/** A named hostile text of any length. */
interface HostileText {
  name: string
  of: (length: number) => string
}

const hostileTexts: HostileText[] = createHostileText.map(([begin, repeated, end = '']) => ({
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

/** The maximum length of a text field in the document; 0 for a day, a choice or a number. */
function getMaxLength({ type, format, enum: choices, maxLength, anyOf }: Field): number {
  if (anyOf) return Math.max(...anyOf.map(getMaxLength))
  return [type].flat().includes('string') && !format && !choices ? (maxLength ?? 1000) : 0
}

/** Fields with special rules, which are tried by the page forms. */
const FIELDS_WITH_RULES = /^(email|linkedIn|time|status|month)$|(Id|Url|Date)$/

/** Every call that adds a record with JSON, with texts of maximum length, which are stored and shown. */
function listCallsWithField(document: Document, text: HostileText): Attempt[] {
  return listCalls(document).flatMap((call): Attempt[] => {
    const { method, path, operation } = call
    const schema = operation.requestBody?.content['application/json']?.schema
    const lengths = Object.entries(schema?.properties ?? {}).map(
      ([name, field]) => [name, getMaxLength(field)] as const,
    )
    const words = lengths.filter(([name, length]) => length > 0 && !FIELDS_WITH_RULES.test(name))
    if (method !== 'POST' || path.includes('{id}') || words.length === 0) return []
    const typed = Object.fromEntries(words.map(([name, length]) => [name, text.of(length)]))
    const make = () => {
      const body = { ...createBody(call), ...typed, email: `r${Math.random()}@riverbank.example` }
      return { method, path, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    }
    const page = path
      .replace(/^.api.(newsletters|resources|board|notices)$/, '/dashboard/$1')
      .replace('newsletters', 'newsletter')
    const shownAt = [page, page.replace('/dashboard', ''), '/dashboard/calendar', '/dashboard/profile/enquiries']
    return [{ where: `${method} ${path}`, what: text.name, by: 'tutor', make, isTyped: true, shownAt }]
  })
}

/** The maximum bytes of a form's texts, below the lowest body limit; the log-in's limit is lower. */
const getFieldLength = (path: string) => (/^\/(login|portal)/.test(path) ? 2000 : 56_000)

/** A page's form, with texts as long as possible in the text fields. */
function findFormWith({ name, path, body, typed }: WriteRequest, text: HostileText): Attempt {
  const room = Math.floor(getFieldLength(path) / typed.length)
  const words = Buffer.from(text.of(room)).subarray(0, room).toString('utf8')
  const parts = [...(body as FormData)].flatMap(([field, value]) =>
    typeof value === 'string' ? { name: field, content: typed.includes(value) ? words : value } : [],
  )
  const make = () => ({ method: 'POST', path, headers: { 'Content-Type': MULTIPART }, body: encodeMultipart(parts) })
  return { where: `POST ${name}`, what: text.name, by: 'tutor', make, isTyped: true }
}

/** Hostile texts for every form and call with text fields; a few for each in the short form. */
export async function createTextAttempts(
  { url }: RunningRiverbank,
  writes: WriteRequest[],
  { short }: CheckOptions,
): Promise<Attempt[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
  const inForms = writes
    .filter(({ typed }) => typed.length > 0)
    .map((write) => (text: HostileText) => [findFormWith(write, text)])
  return [...inForms, (text: HostileText) => listCallsWithField(document, text)].flatMap((attemptsWith, index) => {
    const few = Array.from(
      { length: SHORT_COUNT },
      (_, at) => hostileTexts[(index * SHORT_COUNT + at) % hostileTexts.length]!,
    )
    return (short ? few : hostileTexts).flatMap(attemptsWith)
  })
}
