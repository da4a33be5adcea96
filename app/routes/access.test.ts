import { beforeAll, expect, test } from 'vitest'
import { createSessionCookieHeader } from '~/auth/identity.server'
import { startSession } from '~/auth/sessions.server'
import { contract } from '~/http/contract/contract.server'
import { type AccessRow, callAccess, pageAccess, type Readers, recordAccess } from '~/test/access-table'
import { type Person, shareRiverbank } from '~/test/riverbank'
import { createRouteHandler, getModule, servedRoutes } from '~/test/route-handler'
import { plantSecretWords, secretWords } from '~/test/secret-words'

// Who may open what, as the table in app/test/access-table.ts says, with a real record of Daniel's behind each address.

const riverbank = shareRiverbank()
let ids: Record<string, string>
let send: ReturnType<typeof createRouteHandler>
beforeAll(async () => {
  ids = await plantSecretWords(riverbank)
  riverbank.context.settings.signInCards = true
  send = createRouteHandler(riverbank)
})

type Reader = Person | 'visitor'
const READERS: Reader[] = ['visitor', 'daniel', 'niamh', 'aoife']

/** The records behind the parameters of addresses, by the address up to the parameter. */
const parameters: Record<string, () => string> = {
  '/away/:token': () => ids.family!,
  '/away/:token/home/:id': () => ids['daniel shown']!,
  '/calendar/:token': () => ids.calendar!,
  '/confirm/:token': () => ids.confirm!,
  '/news/:id': () => ids.published!,
  '/resources/:id': () => ids.resource!,
  '/steps/:token': () => ids['public guide']!,
  '/unsubscribe/:token': () => ids.unsubscribe!,
  '/files/:id': () => ids['daniel file']!,
  '/files/answer/:address': () => `${ids['daniel answer photo']}-${ids['daniel answer secret']}`,
  '/files/board/:id': () => ids.member!,
  '/files/newsletter/:address': () => `${ids['sent attachment']}-${ids['sent attachment secret']}`,
  '/files/step/:address': () => `${ids['public step photo']}-${ids['public step secret']}`,
  '/files/voice/:id': () => ids['daniel voice']!,
  '/dashboard/board/:id': () => ids.member!,
  '/dashboard/board/plans/:id': () => ids.plan!,
  '/dashboard/calendar/:id': () => ids.event!,
  '/dashboard/files/:id': () => ids['daniel file']!,
  '/dashboard/newsletter/:id': () => ids.draft!,
  '/dashboard/newsletter/:id/attachments/:attachmentId': () => ids.attachment!,
  '/dashboard/newsletter/subscribers/:id': () => ids.subscriber!,
  '/dashboard/notices/:id': () => ids['daniel notice']!,
  '/dashboard/notices/albums/:id': () => ids.album!,
  '/dashboard/notices/qqi/:id': () => ids['qqi photo']!,
  '/dashboard/notices/questions/:id': () => ids['daniel question']!,
  '/dashboard/profile/enquiries/:id': () => ids.enquiry!,
  '/dashboard/profile/people/:id': () => String(riverbank.people.daniel.id),
  '/dashboard/profile/people/groups/:id': () => ids.group!,
  '/dashboard/profile/people/photos/:kind': () => 'file',
  '/dashboard/profile/people/photos/:kind/:id': () => ids['album photo']!,
  '/dashboard/profile/website/:page': () => 'home',
  '/dashboard/profile/website/:page/:section': () => 'hero',
  '/dashboard/resources/:id': () => ids['private resource']!,
  '/dashboard/steps/:id': () => ids['daniel guide']!,
  '/dashboard/timetable/:id': () => ids['daniel timetable']!,
  '/dashboard/timetable/steps/:id': () => ids['daniel guide']!,
  '/dashboard/timetable/steps/:guideId': () => ids['daniel guide']!,
  '/dashboard/timetable/steps/:guideId/:id': () => ids['daniel step']!,
  '/dashboard/timetable/week/:id': () => ids['daniel session']!,
  '/api/absences/:id': () => ids['daniel absence']!,
  '/api/albums/:id': () => ids.album!,
  '/api/attendance/:id': () => ids['daniel attendance']!,
  '/api/board/:id': () => ids.member!,
  '/api/events/:id': () => ids.event!,
  '/api/files/:id': () => ids['daniel file']!,
  '/api/groups/:id': () => ids.group!,
  '/api/guides/:id': () => ids['daniel guide']!,
  '/api/guide-steps/:id': () => ids['daniel step']!,
  '/api/newsletter/subscribers/:id': () => ids.subscriber!,
  '/api/newsletters/:id': () => ids.draft!,
  '/api/notices/:id': () => ids['daniel notice']!,
  '/api/questions/:id': () => ids['daniel question']!,
  '/api/resources/:id': () => ids['private resource']!,
  '/api/sessions/:id': () => ids['daniel session']!,
  '/api/strategic-plans/:id': () => ids.plan!,
  '/api/timetables/:id': () => ids['daniel timetable']!,
}
/** Parameters without a record: what they name does not exist here, or is made by other tests. */
const WITHOUT_RECORD: Record<string, string> = {
  '/card/:token': 'a-card-of-nobody',
  '/setup/:secret': 'wrong',
  '/files/website/:name': 'nothing.webp',
  '/dashboard/profile/website/:page/versions/:version': '1',
  '/api/session-changes/:id': '1',
}

/** An address with the records of this file. Throws for a parameter that has none. */
function fillIn(pattern: string): string {
  const parts = pattern.split('/')
  return parts
    .map((part, place) => {
      if (!part.startsWith(':')) return part
      const at = parts.slice(0, place + 1).join('/')
      const value = parameters[at]?.() ?? WITHOUT_RECORD[at]
      if (!value) throw new Error(`Which record is behind ${at}? Please name one in this file.`)
      return value
    })
    .join('/')
}

function getPattern(route: (typeof servedRoutes)[number]): string {
  const parent = servedRoutes.find(({ id }) => id === route.parentId)
  return [parent ? getPattern(parent) : '', route.path ?? '']
    .join('/')
    .replace('*', 'nowhere')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}

/** Sends a request by cookie, for an API call by token. */
async function request(
  reader: Reader,
  method: string,
  path: string,
  fields?: Record<string, string>,
): Promise<Response> {
  const isCall = path.startsWith('/api/')
  const headers = new Headers()
  if (reader !== 'visitor') {
    // A new session each time, because one of the actions logs out.
    const { cookie, token } = await startSession(riverbank.db, riverbank.people[reader].id, false)
    if (isCall) headers.set('Authorization', `Bearer ${token}`)
    else headers.set('Cookie', (await createSessionCookieHeader(riverbank.context, cookie, false)).split(';')[0]!)
  }
  if (isCall) headers.set('Content-Type', 'application/json')
  const form = fields ?? { intent: 'nothing' }
  const body = method === 'GET' ? undefined : isCall ? JSON.stringify(form) : new URLSearchParams(form)
  return send(new Request(`http://riverbank.test${path}`, { method, headers, body }))
}

const isIn = (reader: Reader, readers: Readers | undefined) =>
  reader === 'aoife' ||
  readers === 'anyone' ||
  (readers === 'every student' && reader !== 'visitor') ||
  (readers === 'Daniel' && reader === 'daniel')

/** The status of a response, or the log-in that it redirects to. A client-side navigation gets redirects and errors as data. */
async function judge(answer: Response): Promise<number | 'log in first'> {
  const text =
    answer.headers.get('Content-Type')?.includes('turbo-stream') || answer.status === 202
      ? await answer.clone().text()
      : ''
  const to = answer.headers.get('Location') ?? /"(\/portal(?:\?next=[^"]*)?)"/.exec(text)?.[1] ?? ''
  return /^\/portal(\?next=|$)/.test(to) ? 'log in first' : answer.status
}

const pages = servedRoutes.flatMap((route) => {
  const folder = route.file.replace(/^routes\/|\/route\.tsx?$/g, '')
  const isPart = /^root\b|\/layout\.tsx$/.test(folder) || folder.startsWith('api/')
  return isPart ? [] : [{ route, folder, module: getModule(route), pattern: getPattern(route) }]
})

test('the table names only what exists', () => {
  const folders = pages.map(({ folder }) => folder)
  expect(Object.keys(pageAccess).filter((folder) => !folders.includes(folder))).toEqual([])
  for (const { folder, module } of pages) {
    const { get, post }: AccessRow = pageAccess[folder] ?? {}
    expect([Boolean(get && !module.loader), Boolean(post && !module.action)], folder).toEqual([false, false])
  }
  const calls = contract.flatMap((group) => group.calls.map(({ method, path }) => `${method} ${path}`))
  expect(Object.keys(callAccess).filter((call) => !calls.includes(call))).toEqual([])
})

/** Requests that reach a loader or an action: of a page, of a client-side navigation, and of this route's data alone. */
function listRequests({ route, pattern, module }: (typeof pages)[number]): [method: 'GET' | 'POST', path: string][] {
  const at = fillIn(pattern)
  const [data, index] = [at === '/' ? '/_root.data' : `${at}.data`, route.index ? '?index' : '']
  const isPage = module.default && !at.startsWith('/files/')
  return [
    ['GET', at],
    ...(isPage
      ? ([
          ['GET', data],
          ['GET', `${data}?_routes=${encodeURIComponent(route.id)}`],
        ] as const)
      : []),
    ...(module.action ? ([['POST', at + index], ...(isPage ? [['POST', data + index] as const] : [])] as const) : []),
  ] as [method: 'GET' | 'POST', path: string][]
}

/** Pages that do not exist for anyone: unknown addresses, and records that only other tests make. */
const isMissing = (pattern: string) =>
  /nowhere$|^\/(card|setup|files\/website)\/|versions\/:version|\/second-step$|security\.txt/.test(pattern)

test.each(pages)('$folder is open as the table says', async (page) => {
  const { folder, pattern } = page
  const row: AccessRow = pageAccess[folder] ?? {}
  for (const [method, path] of listRequests(page)) {
    const readers = method === 'GET' ? row.get : row.post
    for (const reader of READERS) {
      // What tutors may do is tested where they do it.
      if (reader === 'aoife' && method === 'POST') continue
      const found = await judge(await request(reader, method, path))
      const what = `${method} ${path} by ${reader}`
      if (isIn(reader, readers)) {
        expect(found, what).not.toBe('log in first')
        expect([401, 403, 500, ...(isMissing(pattern) || method === 'POST' ? [] : [404])], what).not.toContain(found)
      } else if (readers === 'Daniel' && reader === 'niamh') {
        // Another student's form is refused for its fields first.
        expect(method === 'GET' ? [404] : [400, 404], what).toContain(found)
      } else expect(found, what).toBe(reader === 'visitor' ? 'log in first' : 403)
    }
  }
})

test.each(contract.flatMap((group) => group.calls))(
  '$method $path is open as the table says',
  async ({ method, path }) => {
    const readers = callAccess[`${method} ${path}`]
    const at = fillIn(path.replace('{id}', ':id'))
    for (const reader of READERS.filter((one) => one !== 'aoife' || method === 'GET')) {
      const { status } = await request(reader, method, at, {})
      const what = `${method} ${at} by ${reader}`
      if (isIn(reader, readers)) expect([401, 403, 404, 500], what).not.toContain(status)
      else if (readers === 'Daniel' && reader === 'niamh') expect([400, 404], what).toContain(status)
      else expect(status, what).toBe(reader === 'visitor' ? 401 : 403)
    }
  },
)

test.each(recordAccess)('%s is open to: %s', async (address, readers) => {
  const path = address.replace(/\{([^}]+)\}/g, (_, name: string) => {
    if (!ids[name]) throw new Error(`There is no record ${name}`)
    return ids[name]
  })
  for (const reader of READERS) {
    const found = await judge(await request(reader, 'GET', path))
    if (readers.includes(reader)) expect(found, reader).toBe(200)
    else if (reader === 'visitor' && /^\/(dashboard|files\/(?!step|newsletter))/.test(path))
      expect(found, reader).toBe('log in first')
    else expect(found, reader).toBe(404)
  }
})

/** Everything that a reader may open, in one text. */
async function readEverything(reader: Reader): Promise<string> {
  const texts: string[] = []
  for (const page of pages)
    if (isIn(reader, pageAccess[page.folder]?.get) && page.module.default && !page.pattern.startsWith('/away'))
      texts.push(await (await request(reader, 'GET', listRequests(page)[1]![1])).text())
  for (const { method, path } of contract.flatMap((group) => group.calls))
    if (method === 'GET' && isIn(reader, callAccess[`GET ${path}`]))
      texts.push(await (await request(reader, 'GET', fillIn(path.replace('{id}', ':id')))).text())
  return texts.join('\n')
}
const NOUNS = ['file', 'timetable', 'guide', 'session', 'notice', 'question?']

test.each<[Reader, Exclude<Reader, 'visitor' | 'aoife'> | undefined]>([
  ['visitor', undefined],
  ['daniel', 'daniel'],
  ['niamh', 'niamh'],
])('%s reads only their own words', async (reader, owner) => {
  const text = await readEverything(reader)
  const { aoife, students } = secretWords
  const others = { visitor: ['daniel', 'niamh'], daniel: ['niamh'], niamh: ['daniel'], aoife: [] } as const
  for (const other of others[reader]) expect(text.match(new RegExp(`${secretWords[other]} [\\w?]+`, 'g'))).toBeNull()
  expect(text.match(new RegExp(`${aoife} [\\w?]+`, 'g'))).toBeNull()
  if (!owner) return expect(text.match(new RegExp(`${students} [\\w?]+`, 'g'))).toBeNull()
  // A word that no page shows would be found by nobody.
  for (const noun of NOUNS) for (const word of [secretWords[owner], students]) expect(text).toContain(`${word} ${noun}`)
})
