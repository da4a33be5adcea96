import { DomUtils, parseDocument } from 'htmlparser2'
import { DEMO_PASSWORD_OF_TESTS, type RunningRiverbank } from '../../app/test/running'
import { pdf, picture } from '../../app/test/samples'
import { addressIn, type Screen, screens } from '../../app/test/screens'
import { controlsIn, type Sessions, usernames } from '../../app/test/served'
import { nameOf, sampleOf } from '../check-api/cases'
import { callsOf, type Document } from '../check-api/judge'
import { headersOf } from './client'

/** Something that writes: a form filled in, or a call. */
export interface Write {
  name: string
  path: string
  method: string
  headers: Record<string, string>
  body?: BodyInit
  /** The words that somebody typed, which have to come back with a form that is not saved. */
  typed: string[]
  isUpload: boolean
}

export interface Answered {
  status: number
  text: string
  retryAfter: string | null
  /** The page that a button without words of its own leads to, where it is told what became of it. */
  led: string
  took: number
}

/** Asks, and waits for the whole answer. */
export async function ask(
  url: string,
  { path, method, headers, body }: Omit<Write, 'name' | 'typed' | 'isUpload'>,
): Promise<Answered> {
  const startedAt = performance.now()
  const answer = await fetch(url + path, { method, headers, body, redirect: 'manual' })
  const text = await answer.text()
  const took = performance.now() - startedAt
  const retryAfter = answer.headers.get('Retry-After')
  return { status: answer.status, text, retryAfter, took, led: await follow(url, answer, headers) }
}

async function follow(url: string, answer: Response, headers: Record<string, string>): Promise<string> {
  const location = answer.status === 303 ? answer.headers.get('Location') : null
  if (!location) return ''
  const set = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const cookies = [headers.Cookie, ...set].filter(Boolean).join('; ')
  return (await fetch(new URL(location, url), { headers: { Cookie: cookies } })).text()
}

/** Buttons that only show the form otherwise. */
const STORES_NOTHING = /^(preview|see|__intent__)$/

/**
 * What is wrong with the answer to a write that can't be stored just now: it has to be `status` with `sentence` in it, and to bring a
 * form back with what was typed.
 */
export function wrongWith({ name, path, typed }: Write, answer: Answered, status: number, sentence: string): string[] {
  const { text, led } = answer
  if (answer.status === 303 && (led.includes(sentence) || led.includes('Logout failed'))) return []
  if (answer.status !== status) return [`${name} answered ${answer.status}: ${text.slice(0, 200)}`]
  if (!text.includes(sentence)) return [`${name} does not say why: ${text.slice(0, 200)}`]
  return path.startsWith('/api/') || comesBack(text, typed)
    ? []
    : [`${name} came back without what was typed: ${typed}`]
}

/** Every screen, for everybody who may see it. */
export function screensOf(riverbank: RunningRiverbank, sessions: Sessions) {
  return screens().map((screen) => ({
    screen,
    path: addressIn(riverbank, screen.path),
    method: 'GET',
    headers: headersOf(screen.as && sessions[screen.as], 'cookie'),
  }))
}

/** Every form of every screen, filled in, once each. */
export async function forms(riverbank: RunningRiverbank, sessions: Sessions): Promise<Write[]> {
  const photo = await picture().png().toBuffer()
  const found = new Map<string, Write>()
  for (const requested of screensOf(riverbank, sessions)) {
    const { text } = await ask(riverbank.url, requested)
    for (const form of DomUtils.getElementsByTagName('form', parseDocument(text))) {
      if (form.attribs.method !== 'post') continue
      const write = filledIn(form, requested, photo)
      const intent = (write.body as FormData | URLSearchParams).get('intent')
      const key = `${write.path.replace(/\d+/g, 'N')} ${intent ?? ''}`
      if (!found.has(key)) found.set(key, { ...write, name: `${write.path}${intent ? ` (${intent})` : ''}` })
    }
  }
  return [...found.values()]
}

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** What a day is filled in with. */
export const SOME_DAY = '5 October 2026'

function filledIn(
  form: Element,
  requested: { screen: Screen; path: string; headers: Record<string, string> },
  photo: Buffer,
): Write {
  const isMultipart = form.attribs.enctype === 'multipart/form-data'
  const fields = new FormData()
  const typed: string[] = []
  for (const field of controlsIn(form)) {
    const { name, type = 'text', value = '', accept = '' } = field.attribs
    if (!name) continue
    const type_ = (words: string) => {
      typed.push(words)
      fields.append(name, words)
    }
    if (field.name === 'select') fields.append(name, chosenOf(field))
    else if (field.name === 'textarea') type_(`The heron stood in ${name} for a while.`)
    else if (type === 'hidden') fields.append(name, value)
    else if (type === 'file') fields.append(name, fileFor(accept, photo))
    else if (type === 'checkbox' || type === 'radio') {
      if ('checked' in field.attribs || (type === 'radio' && !fields.has(name))) fields.set(name, value || 'on')
    } else if (type === 'password') fields.append(name, DEMO_PASSWORD_OF_TESTS)
    // A secret, which no page gives back.
    else if (name === 'code') fields.append(name, '123456')
    else if (type === 'email') type_(`heron.${name}@example.ie`)
    else if (/date|until|^day$/i.test(name)) fields.append(name, value || SOME_DAY)
    else if (type === 'number') fields.append(name, value || '2026')
    else if (/username/i.test(name)) type_(usernames.aoife)
    else if (isTrap(field) || /phone|url|time/i.test(name)) fields.append(name, value)
    else type_(value || `The ${name} of the heron`)
  }
  const [button] = DomUtils.getElementsByTagName('button', form).filter(
    ({ attribs }) => attribs.name && !STORES_NOTHING.test(attribs.name),
  )
  if (button) fields.append(button.attribs.name!, button.attribs.value ?? '')
  const path = form.attribs.action || requested.path
  const body = isMultipart ? fields : new URLSearchParams([...fields] as [string, string][])
  return { name: path, path, method: 'POST', headers: requested.headers, body, typed, isUpload: isMultipart }
}

/** The field that only machines fill in. */
const isTrap = ({ attribs }: Element) => attribs.autocomplete === 'off' && attribs.tabindex === '-1'

function chosenOf(select: Element): string {
  const options = DomUtils.getElementsByTagName('option', select)
  const chosen = options.find(({ attribs }) => 'selected' in attribs && attribs.value)
  return (chosen ?? options.find(({ attribs }) => attribs.value))?.attribs.value ?? ''
}

function fileFor(accept: string, photo: Buffer): File {
  if (/csv/.test(accept)) return new File(['email,name\nheron@example.ie,Heron\n'], 'list.csv', { type: 'text/csv' })
  if (/pdf/.test(accept)) return new File([new Uint8Array(pdf('heron'))], 'heron.pdf', { type: 'application/pdf' })
  return new File([new Uint8Array(photo)], 'heron.png', { type: 'image/png' })
}

/** Where the records of a path with an id are, unless its last word is the table. */
const recordsOf: Record<string, string> = {
  '/api/board': 'boardMembers',
  '/api/files': 'files where album is null',
  '/api/newsletter/subscribers': 'subscribers where active = 1',
  '/api/newsletters': "newsletters where status = 'draft'",
  '/api/sessions': 'weekSessions',
  '/api/strategic-plans': 'strategicPlans',
}

/** Every call that changes something, with a valid body, as a tutor; as a student where a student is asked. */
async function calls({ url, rows }: RunningRiverbank, sessions: Sessions): Promise<Write[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
  return callsOf(document)
    .filter(({ method }) => method !== 'GET')
    .map((call) => {
      const list = call.path.replace(/\/\{id\}.*/, '')
      const from = recordsOf[list] ?? list.replace(/.*\//, '')
      const id = call.path.includes('{id}') ? rows(`select id from ${from} order by id limit 1`)[0]?.id : ''
      const { headers, body } = sampleOf(call)
      const isLogIn = call.path === '/api/login'
      const isStudents = call.path.endsWith('/answer')
      const sent = isLogIn ? JSON.stringify({ username: usernames.aoife, password: DEMO_PASSWORD_OF_TESTS }) : body
      return {
        name: nameOf(call),
        path: call.path.replace('{id}', String(id)),
        method: call.method,
        headers: {
          ...headersOf(isLogIn ? undefined : isStudents ? sessions.daniel : sessions.aoife, 'token'),
          ...(headers as Record<string, string>),
        },
        body: sent as BodyInit | undefined,
        typed: [],
        isUpload: Buffer.isBuffer(sent),
      }
    })
}

/** Every form of every screen and every call that changes something. */
export const writesOf = async (riverbank: RunningRiverbank, sessions: Sessions): Promise<Write[]> => [
  ...(await forms(riverbank, sessions)),
  ...(await calls(riverbank, sessions)),
]

/** Whether everything typed is in a page. */
function comesBack(page: string, typed: string[]): boolean {
  const values = controlsIn(parseDocument(page)).map(
    (field) => field.attribs.value ?? DomUtils.textContent(field).replace(/^\n/, ''),
  )
  return typed.every((words) => values.includes(words))
}
