import { DomUtils, parseDocument } from 'htmlparser2'
import type { RunningRiverbank } from '../../../app/test/running'
import { findForm, getPageText, logInOverHttp, type ServedSession } from '../../../app/test/served'
import { createClient, createHeaders } from '../shared/client'
import { createNetworkHeader, sendRaw } from '../shared/wire'
import { sendWrite } from '../shared/writes'
import type { OutcomeInput, Road } from './outcome-kinds'
import { findMissingWords, type StudentReader } from './student-reader'

/** The results of one input: on the sender's screen, for a student, by the API (if it has a call for it), and in the database. */
export interface Outcome {
  screen: string
  sees?: string
  hears?: string | null
  api?: string
  stored: string
  /** Faults that only this road can find. */
  faults?: string[]
}

/** Sends inputs as a browser without scripts, and as an API client. */
type Sender = (input: OutcomeInput) => Promise<Outcome[]>

export const NOTHING = 'nothing'

/** The text of HTML, with elements separated. */
const getTexts = (html: string) =>
  getPageText(html.replaceAll('<', ' <'))
    .replace(/ (?=[,.:])/g, '')
    .trim()

function getPageMessage(page: string): string {
  const isSaid = ({ attribs }: { attribs: Record<string, string> }) =>
    /^(status|alert)$/.test(attribs.role ?? '') || 'data-success' in attribs
  const found = DomUtils.findAll(isSaid, parseDocument(page).children)
  return found.map((one) => getTexts(DomUtils.getOuterHTML(one))).find(Boolean) ?? ''
}

/** The text of the element with an id; '' without one. */
function getPart(page: string, id: string): string {
  const found = DomUtils.findOne(({ attribs }) => attribs.id === id, parseDocument(page).children)
  return found ? getTexts(DomUtils.getOuterHTML(found)) : ''
}

/** The section with a heading of this id, with the alternative texts of its pictures. */
function getSection(page: string, id: string): string {
  const found = DomUtils.findOne(({ attribs }) => attribs['aria-labelledby'] === id, parseDocument(page).children)
  return found ? getTexts(DomUtils.getOuterHTML(found).replace(/<img [^>]*alt="([^"]*)"[^>]*>/g, '[picture: $1]')) : ''
}

const fileOf = ({ name, bytes }: OutcomeInput) => new File([new Uint8Array(bytes)], name)
const getDayAhead = () => new Date(Date.now() + 7 * 24 * 3_600_000).toISOString().slice(0, 10)

const answered = ({ status, body }: { status: number; body: unknown }, words: (body: never) => unknown = () => '') =>
  `${status} ${status < 400 ? (words(body as never) ?? '') : ((body as { message?: string })?.message ?? '')}`.trim()

/** Does it again after a connection that the server closed just when it was used again. */
const withRetry = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    // fetch throws a TypeError.
    if (!(error instanceof TypeError) && !/socket hang up|ECONNRESET|EPIPE/.test(String(error))) throw error
    return work()
  })

const createRetryingClient = (url: string, credentials: ServedSession | undefined): ReturnType<typeof createClient> => {
  const client = createClient(url, credentials)
  return {
    call: (...request) => withRetry(() => client.call(...request)),
    upload: (...request) => withRetry(() => client.upload(...request)),
  }
}

/** What the roads share: pages, forms and calls of a tutor, and the database. */
async function createContext(riverbank: RunningRiverbank, student: StudentReader) {
  const { url, rows } = riverbank
  const credentials = await logInOverHttp(riverbank, 'demo.tutor')
  const asStudent = await logInOverHttp(riverbank, 'demo.student')
  const headersOf = (who: ServedSession) => ({ ...createHeaders(who, 'cookie'), Origin: url })
  const headers = headersOf(credentials)
  const open = async (path: string, who = credentials) =>
    (await withRetry(() => sendWrite(url, { path, method: 'GET', headers: headersOf(who) }))).text
  const send = async (action: string, form: FormData | URLSearchParams, who = credentials) => {
    const at = new URL(action, url)
    const request = { path: at.pathname + at.search, method: 'POST', headers: headersOf(who), body: form }
    const { status, text, led } = await withRetry(() => sendWrite(url, request))
    const page = led || text
    const message = getPageMessage(page)
    return { status, page, message, said: `${status < 400 ? '' : `${status} `}${message}` }
  }
  const submit = async (path: string, field: string, values: Record<string, string | File>, who = credentials) => {
    const { form, action } = findForm(await open(path, who), field, path)
    for (const [name, value] of Object.entries(values)) form.set(name, value as string)
    return send(new URL(action, url + path).toString(), form, who)
  }
  const last = (table: string) => Number(rows(`select max(id) as id from ${table}`)[0]?.id ?? 0)
  const storedSince = (table: string, id: number, columns: string) =>
    rows(`select ${columns} from ${table} where id > ?`, id)
      .map((row) => Object.values(row).join(', '))
      .filter((words, index, all) => all.indexOf(words) === index)
      .join('; ') || NOTHING
  return {
    ...createRetryingClient(url, credentials),
    url,
    riverbank,
    student,
    asStudent,
    headers,
    open,
    send,
    submit,
    last,
    storedSince,
  }
}
type Context = Awaited<ReturnType<typeof createContext>>

export async function createRoads(riverbank: RunningRiverbank, student: StudentReader): Promise<Record<Road, Sender>> {
  const context = await createContext(riverbank, student)
  riverbank.change('update questions set allowsVoice = 1, until = ?', '2099-12-31')
  // Only what is imported is in the week and on the board.
  for (const table of ['weekSessions', 'notices', 'strategicPlans']) riverbank.change(`delete from ${table}`)
  const { body: draft } = await context.call('POST', '/api/newsletters', {
    title: 'An input',
    content: 'Long enough for one.',
  })
  return {
    document: (input) => sendDocument(context, input),
    attachment: (input) => sendAttachment(context, input, draft.id),
    recording: (input) => sendRecording(context, input),
    list: (input) => sendList(context, input),
    timetable: (input) => sendTimetable(context, input),
    people: (input) => sendNames(context, input),
    telephone: (input) => sendTelephones(context, input),
    resource: (input) => sendText(context, input, textRoads.resource),
    plan: (input) => sendText(context, input, textRoads.plan),
    notice: (input) => sendText(context, input, textRoads.notice),
    newsletter: (input) => sendText(context, input, textRoads.newsletter),
    proxy: (input) => sendProxyHeader(context, input),
  }
}

async function sendDocument({ submit, open, upload, last, storedSince, student }: Context, input: OutcomeInput) {
  const before = last('files')
  const form = { title: 'An input', isShared: 'on', nobodyInPicture: 'on', file: fileOf(input) }
  const { said, status, page } = await submit('/dashboard', 'file', form)
  const id = last('files')
  const answer = await upload('An input', input.bytes, { fileName: input.name })
  const api = answered(answer, ({ fileName, note }: { fileName: string; note?: string }) => `${fileName} ${note ?? ''}`)
  const stored = storedSince('files', before, 'fileName, fileType')
  if (status >= 400 || id === before) return [{ screen: said, api, stored }]
  const { sees, hears, unsaid, text } = await student.read(`/dashboard/files/${id}`)
  let preview = getSection(page, 'uploaded-preview')
  if (preview.includes('Getting it ready'))
    preview = getSection(await open(`/dashboard?uploaded=${id}`), 'uploaded-preview')
  const { note = '' } = answer.body as { note?: string }
  const shown = preview.replace(/^What students will see An input ?|See all of it.*$/g, '').trim()
  const isDownload = /only download/.test(sees)
  const lost = isDownload
    ? []
    : findMissingWords(shown.replace(/ …$|\[picture: [^\]]*\]/g, '').replace(note, ''), `${text} ${hears}`)
  const faults = [
    ...unsaid.map((word) => `‘${word}’ is seen and not said`),
    ...(lost.length > 0 ? [`the preview says ‘${lost.join(' ')}’, which students do not see`] : []),
    ...(isDownload && shown && !/only download/.test(shown)
      ? ['the preview shows what students can only download']
      : []),
  ]
  return [{ screen: `${said}${shown && ` Preview: ${shown}`}`, sees, hears, api, stored, faults }]
}

async function sendAttachment(
  { headers, submit, open, upload, last, storedSince }: Context,
  input: OutcomeInput,
  draftId: number,
) {
  const before = last('newsletterAttachments')
  const at = `/dashboard/newsletter/${draftId}`
  const { said } = await submit(at, 'file', { title: input.name, file: fileOf(input), nobodyInPicture: 'on' })
  const path = `/api/newsletters/${draftId}/attachments`
  const answer = await upload(input.name, input.bytes, { path, fileName: input.name })
  const mail = await open(`${at}/mail`)
  const pictures = [...mail.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'))
  const isPicture = answer.status === 201 && /\.(?:jpe?g|jfif|png|gif|webp)$/i.test(input.name)
  const mailed = isPicture && (await withRetry(() => fetch(pictures.at(-1)!, { headers }))).headers.get('Content-Type')
  const api = answered(
    answer,
    ({ fileName }: { fileName: string }) => `${fileName}${mailed ? `, in the mail ${mailed}` : ''}`,
  )
  return [{ screen: said, api, stored: storedSince('newsletterAttachments', before, 'fileName, fileType') }]
}

/** A student's recorded answer, which tutors hear or download. */
async function sendRecording(context: Context, input: OutcomeInput): Promise<Outcome[]> {
  const { url, headers, riverbank, submit, open, asStudent, last, storedSince, student } = context
  // A student's changes of a day are limited.
  riverbank.change('update users set changesThatDay = 0')
  const question = last('questions')
  const path = `/dashboard/notices/questions/${question}/voice`
  const before = last('spokenAnswers')
  const { said, status } = await submit(path, 'recording', { recording: fileOf(input) }, asStudent)
  const stored = storedSince('spokenAnswers', before, 'fileType, size, seconds')
  if (status >= 400) return [{ screen: said, stored }]
  const id = last('spokenAnswers')
  const ofTutors = getPart(await open(path), `recording-${id}`)
  const { sees } = await student.read(path, '[aria-labelledby=own]')
  const download = await withRetry(() => fetch(`${url}/files/voice/${id}`, { headers }))
  const isSame = Buffer.from(await download.arrayBuffer()).equals(input.bytes)
  const isOffered = !/may not play/.test(ofTutors)
  const isPlayed = await student.canPlay(`/files/voice/${id}`)
  const faults = [
    ...(isSame ? [] : ['tutors do not get the bytes that were sent']),
    ...(isOffered && !isPlayed ? ['it has a player, but the browser can’t play it'] : []),
    ...(said.includes('hear it now') === isOffered ? [] : [`the student reads ‘${said}’, but tutors ‘${ofTutors}’`]),
  ]
  const heard = isPlayed ? (isOffered ? 'the recording' : 'nothing (this browser could play it)') : 'nothing'
  return [
    {
      screen: `${said} Tutors: ${ofTutors}; they get ${isSame ? 'the same bytes' : 'other bytes'}`,
      sees,
      hears: heard,
      stored,
      faults,
    },
  ]
}

async function sendList({ url, headers, submit, last, storedSince }: Context, input: OutcomeInput): Promise<Outcome[]> {
  const before = last('subscribers')
  const at = '/dashboard/newsletter/subscribers/import'
  const first = await submit(at, 'file', { file: fileOf(input), vouchedFor: 'They signed our list in May.' })
  if (!first.page.includes('name="list"')) return [{ screen: first.said, stored: NOTHING }]
  const { form, action } = findForm(first.page, 'list', at)
  form.set('intent', 'import-list')
  const between = (page: string, from: string, to: string) => getTexts((page.split(from)[1] ?? '').split(to)[0] ?? '')
  const shown = between(first.page, 'Check the names</h3>', '<form')
  const done = /nobody/i.test(shown)
    ? null
    : await withRetry(() => sendWrite(url, { path: action, method: 'POST', headers, body: form }))
  const report = done ? between(done.text, 'Import results</h3>', '<a ') : ''
  const stored = storedSince('subscribers', before, 'email, name')
  return [{ screen: `${stored === NOTHING ? '400 ' : ''}${shown} ${report}`.trim(), stored }]
}

async function sendTimetable(context: Context, input: OutcomeInput): Promise<Outcome[]> {
  const { riverbank, submit, send, last, storedSince, student } = context
  riverbank.change('delete from weekSessions')
  const before = last('weekSessions')
  const at = '/dashboard/timetable/week/import'
  let checked = await submit(at, 'file', { file: fileOf(input) })
  if (!checked.page.includes('name="list"')) return [{ screen: checked.said, stored: NOTHING }]
  const said: string[] = []
  for (const [id, answer] of [
    ['times-asked', 'pm'],
    ['dates-asked', 'weekly'],
  ] as const) {
    const question = getSection(checked.page, id)
    if (!question) continue
    const { form, action } = findForm(checked.page, 'list', at)
    form.set('again', answer)
    said.push(`${question} (answered: ${answer})`)
    checked = await send(action, form)
  }
  const { form, action, buttons } = findForm(checked.page, 'list', at)
  const parts = ['refused', 'not-on', 'doubtful', 'present', 'sessions-found', 'columns', 'unused', 'skipped'].map(
    (id) => getSection(checked.page, id),
  )
  said.push(...parts.filter(Boolean))
  const refused = [...parts[0]!.matchAll(/Row (\d+)/g)].map(([, row]) => Number(row))
  if (buttons.some((label) => label.startsWith('Add '))) {
    form.delete('again')
    said.push((await send(action, form)).said)
  } else said.unshift('400 No session of this timetable can be added.')
  const stored = storedSince('weekSessions', before, `weekday, "from", "to", activity`)
  const { sees } = await student.read('/dashboard/timetable/week')
  const { sees: day, hears } = await student.read('/dashboard/timetable')
  const { api, faults } = await callRows(context, input, refused)
  return [{ screen: said.join(' '), sees: `${sees} Today: ${day}`, hears, api, stored, faults }]
}

/** Sends the rows of a timetable to the API as they are written. */
async function callRows({ call }: Context, { bytes }: OutcomeInput, refused: number[]) {
  const [head = '', ...lines] = bytes.toString('utf8').trim().split(/\r?\n/)
  const fields: Record<string, string> = { day: 'weekday', from: 'from', to: 'to', activity: 'activity' }
  const columns = head.split(',').map((name) => fields[name.trim().toLowerCase()])
  // A call has no column for weeks A and B, and none for a day's date.
  const isComparable = Object.values(fields).every((name) => columns.includes(name)) && !/\b(?:week|date)\b/i.test(head)
  if (!isComparable) return { api: undefined, faults: [] }
  const said: string[] = []
  const faults: string[] = []
  for (const [index, line] of lines.entries()) {
    const cells = line.split(',')
    const session = Object.fromEntries(columns.flatMap((name, index) => (name ? [[name, cells[index]?.trim()]] : [])))
    const answer = await call('POST', '/api/sessions', session)
    said.push(`${session.weekday} ${session.from} to ${session.to}: ${answered(answer)}`)
    if (answer.status < 400 && refused.includes(index + 2))
      faults.push(`the import refuses row ${index + 2}, the API takes it`)
  }
  return { api: said.join('; '), faults }
}

/** Names of new students: all at once, then each alone if they are refused together. */
async function sendNames({ submit, last, storedSince, riverbank }: Context, { bytes }: OutcomeInput) {
  const send = async (names: string): Promise<Outcome> => {
    const before = last('users')
    const { status, said, page } = await submit('/dashboard/profile/people/several', 'names', { names })
    const added = DomUtils.getElementsByTagName('h3', parseDocument(page)).map((one) => DomUtils.textContent(one))
    const shown = status < 400 ? `added ${added.join(' and ')}` : said.replace(/^4\d\d /, '')
    return {
      screen: `${status < 400 ? '' : `${status} `}‘${names.replaceAll('\n', ' / ')}’: ${shown}`,
      stored: storedSince('users', before, 'firstName, lastName, username'),
    }
  }
  const names = bytes.toString('utf8').trim()
  const all = await send(names)
  const outcomes = [all]
  // A list with duplicate names is refused as a whole.
  if (all.stored === NOTHING) for (const name of names.split(/\r?\n/)) outcomes.push(await send(name))
  riverbank.change("update users set closedAt = createdAt where username not like 'demo.%' and role = 'student'")
  return outcomes
}

/** Telephone numbers in the contact form. */
async function sendTelephones({ url, submit, open, last, storedSince }: Context, { bytes }: OutcomeInput) {
  const outcomes: Outcome[] = []
  for (const phone of bytes.toString('utf8').trim().split(/\r?\n/)) {
    const before = last('enquiries')
    const name = `Caller ${before}`
    const enquiry = {
      name,
      email: 'caller@example.ie',
      phone,
      subject: 'general',
      message: 'Please ring me back soon.',
    }
    const { said } = await submit('/contact', 'phone', enquiry)
    const answer = await createRetryingClient(url, undefined).call('POST', '/api/contact', {
      ...enquiry,
      name: `${name} too`,
    })
    const page = await open('/dashboard/profile/enquiries')
    const links = DomUtils.getElementsByTagName('a', parseDocument(page)).filter((a) =>
      getPageText(DomUtils.getOuterHTML(a)).includes(phone),
    )
    const link = links.map(({ attribs }) => attribs.href).find((href) => href?.startsWith('tel:')) ?? 'no link'
    outcomes.push({
      screen: `${said} Tutors: ${phone}: ${link}`,
      api: answered(answer),
      stored: storedSince('enquiries', before, 'phone'),
    })
  }
  return outcomes
}

async function readText(
  { student }: Context,
  { path, part, content }: { path: string; part: string; content: string },
) {
  const { sees, hears, text, unsaid } = await student.read(path, part)
  const lost = findLostWords(content, text)
  const faults = [
    ...(lost.length > 0 ? [`‘${lost.join(' ')}’ is lost on ${path}`] : []),
    ...unsaid.map((word) => `‘${word}’ is seen and not said on ${path}`),
  ]
  return { sees, hears, faults }
}

const TAG = /<\/?(?:a|b|blockquote|br|del|em|h\d|i|li|ol|p|s|strong|table|td|th|tr|u|ul)(?:\s[^>]*)?>/gi

/** A text without tags, and without the addresses of its links. */
const removeMarkup = (text: string) =>
  text
    .replace(TAG, ' ')
    .replace(/\]\([^()]*(?:\([^()]*\))?[^()]*\)/g, '] ')
    .replace(/^\[\d+\]: .*$/gm, '')
    .replace(/\[\d+\]/g, ' ')

/** The words of a text that are not shown. Marks within a word separate its parts where they are shown, and in mails. */
function findLostWords(content: string, shown: string): string[] {
  const plain = removeMarkup(content)
  const [lost, lostApart] = ['', ' '].map((between) => findMissingWords(plain.replaceAll('**', between), shown))
  return lost!.length === 0 ? lost! : lostApart!
}

/** How a text is added, by the form of a page and by a call, and where it is read. */
interface TextRoad {
  table: string
  field: 'content' | 'text'
  form: string
  call: string
  fields?: Record<string, string>
  /** What only the form has. */
  boxes?: Record<string, 'on'>
  path: (id: number) => string
  part: string
  /** What happens before it is read. Returns the faults. */
  publish?: (context: Context, id: number, content: string) => Promise<string[]>
}

const textRoads = {
  resource: {
    ...{ table: 'resources', field: 'content', form: '/dashboard/resources/new', call: '/api/resources' },
    fields: { category: 'support' },
    boxes: { isPublic: 'on' },
    path: (id) => `/resources/${id}`,
    part: '#resource [data-rich-text]',
  },
  plan: {
    ...{ table: 'strategicPlans', field: 'content', form: '/dashboard/board/plans/new', call: '/api/strategic-plans' },
    boxes: { isActive: 'on' },
    path: () => '/board?tab=strategic',
    part: 'main [data-rich-text]',
  },
  notice: {
    ...{ table: 'notices', field: 'text', form: '/dashboard/notices/new', call: '/api/notices' },
    fields: { until: getDayAhead() },
    path: () => '/dashboard/notices',
    part: '#notice-board li',
  },
  newsletter: {
    ...{ table: 'newsletters', field: 'content', form: '/dashboard/newsletter/new', call: '/api/newsletters' },
    path: (id) => `/news/${id}`,
    part: '#newsletter > :last-child',
    publish: publishNewsletter,
  },
} as const satisfies Record<string, TextRoad>

async function sendText(context: Context, { bytes }: OutcomeInput, road: TextRoad): Promise<Outcome[]> {
  const { riverbank, submit, call, last, storedSince } = context
  // Their pages show all.
  if (['strategicPlans', 'notices'].includes(road.table)) riverbank.change(`delete from ${road.table}`)
  const before = last(road.table)
  const content = bytes.toString('utf8')
  const typed = { title: 'An input', [road.field]: content, ...road.fields }
  const { said, status } = await submit(road.form, road.field, { ...typed, ...road.boxes })
  const answer = await call('POST', road.call, typed)
  const stored = storedSince(road.table, before, road.field)
  if (status >= 400) return [{ screen: said, api: answered(answer), stored }]
  const faults = (await road.publish?.(context, before + 1, content)) ?? []
  const shown = await readText(context, { path: road.path(before + 1), part: road.part, content })
  return [{ screen: said, ...shown, api: answered(answer), stored, faults: [...faults, ...shown.faults] }]
}

/** Reads the mail of a newsletter, and publishes it. Returns the faults of the mail. */
async function publishNewsletter({ riverbank, open }: Context, id: number, content: string): Promise<string[]> {
  const lost = findLostWords(content, getTexts(await open(`/dashboard/newsletter/${id}/mail`)))
  const now = new Date().toISOString()
  riverbank.change(
    "update newsletters set status = 'sent', audience = 'all', sentAt = ?, goesOutAt = ?, publishedAt = ? where id = ?",
    ...[now, now, now, id],
  )
  return lost.length > 0 ? [`‘${lost.join(' ')}’ is lost in the mail`] : []
}

/** An address that a proxy adds. */
async function sendProxyHeader({ url, riverbank }: Context, { bytes }: OutcomeInput) {
  const [, value = ''] = /^X-Forwarded-For:\s*(.*?)\s*$/im.exec(bytes.toString('utf8')) ?? []
  const answer = await withRetry(() =>
    sendRaw(url, { method: 'GET', path: '/', headers: { 'X-Forwarded-For': value } }),
  )
  const login = await sendRaw(url, {
    method: 'POST',
    path: '/api/login',
    headers: { ...createNetworkHeader(), 'X-Forwarded-For': value, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'nobody.here', password: 'wrong' }),
  })
  const refusals = riverbank
    .output()
    .split('\n')
    .filter((line) => line.includes('log-in refused'))
  const network = /"network":"([^"]*)"/.exec(refusals.at(-1) ?? '')?.[1]
  return [
    {
      screen: String(answer.status),
      api: String(answer.status),
      stored: `log-in refused (${login.status}) of network ${network}`,
    },
  ]
}
