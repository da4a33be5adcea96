import { DomUtils, parseDocument } from 'htmlparser2'
import { createWav } from '../../../app/test/recordings'
import { DEMO_PASSWORD_OF_TESTS, type RunningRiverbank } from '../../../app/test/running'
import { createPicture, createSamplePdf } from '../../../app/test/samples'
import { listScreens, resolveAddress, type Screen } from '../../../app/test/screens'
import { findControls, type Sessions, usernames } from '../../../app/test/served'
import { encodeSample, formatCallName } from '../api/cases'
import { type Document, listCalls } from '../api/judge'
import { createHeaders } from './client'

export interface WriteRequest {
  name: string
  path: string
  method: string
  headers: Record<string, string>
  body?: BodyInit
  /** The typed texts, which a form that is not saved must contain again. */
  typed: string[]
  /** The names of a form's fields to type in. */
  typedFields?: string[]
  isUpload: boolean
}

export interface WriteAnswer {
  status: number
  text: string
  retryAfter: string | null
  /** The page after a redirect, which shows the result. */
  led: string
  took: number
}

export async function sendWrite(
  url: string,
  { path, method, headers, body }: Omit<WriteRequest, 'name' | 'typed' | 'isUpload'>,
): Promise<WriteAnswer> {
  const startedAt = performance.now()
  const answer = await fetch(url + path, { method, headers, body, redirect: 'manual' })
  const text = await answer.text()
  const took = performance.now() - startedAt
  const retryAfter = answer.headers.get('Retry-After')
  return { status: answer.status, text, retryAfter, took, led: await followRedirect(url, answer, headers) }
}

async function followRedirect(url: string, answer: Response, headers: Record<string, string>): Promise<string> {
  const location = answer.status === 303 ? answer.headers.get('Location') : null
  if (!location) return ''
  const set = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const cookies = [headers.Cookie, ...set].filter(Boolean).join('; ')
  return (await fetch(new URL(location, url), { headers: { Cookie: cookies } })).text()
}

/** Buttons that only change the form's view. */
const STORES_NOTHING = /^(preview|see|__intent__)$/

/**
 * The faults of the response to a write that can't be stored now: it must have `status` and `sentence`, and return a form with the typed
 * texts.
 */
export function findAnswerFaults(
  { name, path, typed }: WriteRequest,
  answer: WriteAnswer,
  status: number,
  sentence: string,
): string[] {
  const { text, led } = answer
  if (answer.status === 303 && (led.includes(sentence) || led.includes('Logout failed'))) return []
  if (answer.status !== status) return [`${name} answered ${answer.status}: ${text.slice(0, 200)}`]
  if (!text.includes(sentence)) return [`${name} does not say why: ${text.slice(0, 200)}`]
  return path.startsWith('/api/') || isTypedReturned(text, typed)
    ? []
    : [`${name} came back without the typed text: ${typed}`]
}

export function listReadScreens(riverbank: RunningRiverbank, sessions: Sessions) {
  return listScreens().map((screen) => ({
    screen,
    path: resolveAddress(riverbank, screen.path),
    method: 'GET',
    headers: createHeaders(screen.as && sessions[screen.as], 'cookie'),
  }))
}

/** Every form of every screen, filled in. */
export async function listForms(riverbank: RunningRiverbank, sessions: Sessions): Promise<WriteRequest[]> {
  const photo = await createPicture().png().toBuffer()
  const found = new Map<string, WriteRequest>()
  for (const requested of listReadScreens(riverbank, sessions)) {
    const { text } = await sendWrite(riverbank.url, requested)
    for (const form of DomUtils.getElementsByTagName('form', parseDocument(text))) {
      if (form.attribs.method !== 'post') continue
      const write = fillInForm(form, requested, photo)
      const intent = (write.body as FormData | URLSearchParams).get('intent')
      const key = `${write.path.replace(/\d+/g, 'N')} ${intent ?? ''}`
      if (!found.has(key)) found.set(key, { ...write, name: `${write.path}${intent ? ` (${intent})` : ''}` })
    }
  }
  return [...found.values()]
}

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

export const SOME_DAY = '5 October 2026'

function fillInForm(
  form: Element,
  requested: { screen: Screen; path: string; headers: Record<string, string> },
  photo: Buffer,
): WriteRequest {
  const isMultipart = form.attribs.enctype === 'multipart/form-data'
  const fields = new FormData()
  const typed: string[] = []
  const typedFields: string[] = []
  for (const field of findControls(form)) {
    const { name, type = 'text', value = '', accept = '' } = field.attribs
    if (!name) continue
    if (field.name !== 'select' && !/^(hidden|file|checkbox|radio)$/.test(type) && !isTrap(field))
      typedFields.push(name)
    const type_ = (words: string) => {
      typed.push(words)
      fields.append(name, words)
    }
    if (field.name === 'select') fields.append(name, getChosenValue(field))
    else if (field.name === 'textarea') type_(`The heron stood in ${name} for a while.`)
    else if (type === 'hidden') fields.append(name, value)
    else if (type === 'file') fields.append(name, createFileFor(accept, photo))
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
  const [button] = listButtons(form).filter(({ attribs }) => attribs.name && !STORES_NOTHING.test(attribs.name))
  if (button) fields.append(button.attribs.name!, button.attribs.value ?? '')
  const path = form.attribs.action || requested.path
  const body = isMultipart ? fields : new URLSearchParams([...fields] as [string, string][])
  const { headers } = requested
  return { name: path, path, method: 'POST', headers, body, typed, typedFields, isUpload: isMultipart }
}

/** The buttons in a form, and those outside that send it. */
function listButtons(form: Element): Element[] {
  let document: Element['parent'] = form
  while (document?.parent) document = document.parent
  const outside = document ? DomUtils.getElementsByTagName('button', document) : []
  const own = DomUtils.getElementsByTagName('button', form)
  return [...own, ...outside.filter(({ attribs }) => attribs.form && attribs.form === form.attribs.id)]
}

/** True for the trap field, which only robots fill in. */
const isTrap = ({ attribs }: Element) => attribs.autocomplete === 'off' && attribs.tabindex === '-1'

function getChosenValue(select: Element): string {
  const options = DomUtils.getElementsByTagName('option', select)
  const chosen = options.find(({ attribs }) => 'selected' in attribs && attribs.value)
  return (chosen ?? options.find(({ attribs }) => attribs.value))?.attribs.value ?? ''
}

function createFileFor(accept: string, photo: Buffer): File {
  if (/csv/.test(accept)) return new File(['email,name\nheron@example.ie,Heron\n'], 'list.csv', { type: 'text/csv' })
  if (/audio/.test(accept)) return new File([new Uint8Array(createWav(1))], 'heron.wav', { type: 'audio/wav' })
  if (/pdf/.test(accept))
    return new File([new Uint8Array(createSamplePdf('heron'))], 'heron.pdf', { type: 'application/pdf' })
  return new File([new Uint8Array(photo)], 'heron.png', { type: 'image/png' })
}

/** The table and filter for the records of a path with an id, unless its last word is the table. */
const listRecordIds: Record<string, string> = {
  '/api/board': 'boardMembers',
  '/api/files': 'files where album is null',
  '/api/groups': 'studentGroups',
  '/api/guide-steps': 'guideSteps',
  '/api/newsletter/subscribers': 'subscribers where active = 1',
  '/api/newsletters': "newsletters where status = 'draft'",
  '/api/session-changes': 'sessionChanges',
  '/api/sessions': 'weekSessions',
  '/api/strategic-plans': 'strategicPlans',
  '/api/students': "users where role = 'student'",
}

/** Every call that changes something, with a valid body, as a tutor, or as a student if only students may make it. */
async function createCallRequests(
  { url, rows, change }: RunningRiverbank,
  sessions: Sessions,
): Promise<WriteRequest[]> {
  // The demonstration has none, since its day would have to move with the calendar.
  change("insert or ignore into sessionChanges (sessionId, day, isOff) values (15, '2100-01-06', 1)")
  // Nor steps.
  change(`insert or ignore into guides (id, title, isForAll, isPublic, token, createdAt)
    values (1, 'Make tea', 1, 0, 'the-steps-of-the-calls', '2026-01-01T00:00:00.000Z')`)
  change(`insert or ignore into guideSteps (id, guideId, position, sentence) values (1, 1, 1, 'Fill the kettle.')`)
  change(
    "insert or ignore into attendance (userId, date, state, recordedAt) values (2, '2026-01-05', 'here', '2026-01-05')",
  )
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
  return listCalls(document)
    .filter(({ method }) => method !== 'GET')
    .map((call) => {
      const list = call.path.replace(/\/\{id\}.*/, '')
      const from = listRecordIds[list] ?? list.replace(/.*\//, '')
      const id = call.path.includes('{id}') ? rows(`select id from ${from} order by id limit 1`)[0]?.id : ''
      const { headers, body } = encodeSample(call)
      const isLogIn = call.path === '/api/login'
      const isStudents = /\/(answer|own-word)$/.test(call.path)
      const sent = isLogIn ? JSON.stringify({ username: usernames.aoife, password: DEMO_PASSWORD_OF_TESTS }) : body
      return {
        name: formatCallName(call),
        path: call.path.replace('{id}', String(id)),
        method: call.method,
        headers: {
          ...createHeaders(isLogIn ? undefined : isStudents ? sessions.daniel : sessions.aoife, 'token'),
          ...(headers as Record<string, string>),
        },
        body: sent as BodyInit | undefined,
        typed: [],
        isUpload: Buffer.isBuffer(sent),
      }
    })
}

export const listWrites = async (riverbank: RunningRiverbank, sessions: Sessions): Promise<WriteRequest[]> => [
  ...(await listForms(riverbank, sessions)),
  ...(await createCallRequests(riverbank, sessions)),
]

function isTypedReturned(page: string, typed: string[]): boolean {
  const values = findControls(parseDocument(page)).map(
    (field) => field.attribs.value ?? DomUtils.textContent(field).replace(/^\n/, ''),
  )
  return typed.every((words) => values.includes(words))
}
