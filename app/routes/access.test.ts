import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSessionCookieHeader, SECOND_STEP_PAGE } from '~/auth/identity.server'
import { endSession, findSession, startSession } from '~/auth/sessions.server'
import { contract } from '~/http/contract/contract.server'
import { type AccessRow, callAccess, pageAccess, type Readers, recordAccess } from '~/test/access-table'
import { type Person, shareRiverbank } from '~/test/riverbank'
import { fillInAddress, pages } from '~/test/route-addresses'
import { createRouteHandler, getFolder } from '~/test/route-handler'
import { plantSecretWords, secretWords } from '~/test/secret-words'

// Who may open what, as the table in app/test/access-table.ts says, with a real record of Daniel's behind each address.

const riverbank = shareRiverbank()
let ids: Record<string, string>
let send: ReturnType<typeof createRouteHandler>
beforeAll(async () => {
  ids = await plantSecretWords(riverbank)
  riverbank.context.settings.signInCards = true
  send = createRouteHandler(riverbank, (folder, handler) => {
    handlersRun.add(`${folder} ${handler}`)
    if (endsBeforeHandlers) throw new Response(null, { status: 204 })
  })
})

/** Loaders, actions and calls that ran since the last request was sent. */
const handlersRun = new Set<string>()
/** True for requests that end when a loader or action begins, and so change nothing. */
let endsBeforeHandlers = false
const calls = contract.flatMap((group) => group.calls)
for (const call of calls) {
  const { run } = call
  call.run = (input) => {
    handlersRun.add(call.id)
    return run(input)
  }
}

type Reader = Person | 'visitor'
const READERS: Reader[] = ['visitor', 'daniel', 'niamh', 'aoife']

const fillIn = (pattern: string) => fillInAddress(pattern, ids)

interface RequestOptions {
  fields?: Record<string, string>
  hasEnded?: boolean
  needsSecondStep?: boolean
}

const sessions = new Map<string, { Cookie: string; Authorization: string }>()

async function getSessionHeaders(reader: Person, hasEnded = false) {
  const key = `${reader} ${hasEnded}`
  const before = sessions.get(key)
  if (before) return before
  const { cookie, token } = await startSession(riverbank.db, riverbank.people[reader].id, false)
  if (hasEnded) await endSession(riverbank.db, (await findSession(riverbank.db, 'token', token))!.id)
  const header = await createSessionCookieHeader(riverbank.context, cookie, false)
  const headers = { Cookie: header.split(';')[0]!, Authorization: `Bearer ${token}` }
  sessions.set(key, headers)
  return headers
}

/** Sends a request by cookie, for an API call by token. */
async function request(
  reader: Reader,
  method: string,
  path: string,
  { fields, hasEnded, needsSecondStep }: RequestOptions = {},
): Promise<Response> {
  const isCall = path.startsWith('/api/')
  const headers = new Headers()
  handlersRun.clear()
  if (reader !== 'visitor') {
    const { Cookie, Authorization } = await getSessionHeaders(reader, hasEnded)
    if (isCall) headers.set('Authorization', Authorization)
    else headers.set('Cookie', Cookie)
  }
  if (isCall) headers.set('Content-Type', 'application/json')
  const form = fields ?? { intent: 'nothing' }
  const body = method === 'GET' ? undefined : isCall ? JSON.stringify(form) : new URLSearchParams(form)
  const { settings } = riverbank.context
  const more = needsSecondStep ? { settings: { ...settings, secondStep: 'required' } } : {}
  const answer = await send(new Request(`http://riverbank.test${path}`, { method, headers, body }), more)
  // An action that ran may have logged out.
  if (handlersRun.size > 0 && method !== 'GET') sessions.delete(`${reader} ${hasEnded ?? false}`)
  // Read to its end, because an export still queries the database while it is sent.
  const content = await answer.arrayBuffer()
  return new Response(content.byteLength > 0 ? content : null, answer)
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

test('the table names only what exists', () => {
  const folders = pages.map(({ folder }) => folder)
  expect(Object.keys(pageAccess).filter((folder) => !folders.includes(folder))).toEqual([])
  for (const { folder, module } of pages) {
    const { get, post }: AccessRow = pageAccess[folder] ?? {}
    expect([Boolean(get && !module.loader), Boolean(post && !module.action)], folder).toEqual([false, false])
  }
  const all = calls.map(({ method, path }) => `${method} ${path}`)
  expect(Object.keys(callAccess).filter((call) => !all.includes(call))).toEqual([])
})

/** Search parameters of pages, with values of `owner`'s records where they name one. */
const getSearch = (owner: 'daniel' | 'niamh') => ({
  about: 'document',
  add: '',
  added: '1',
  ask: '1',
  asked: '',
  before: '999999',
  by: 'student',
  coming: '1',
  day: '2026-11-23',
  delete: '',
  earlier: '',
  edit: ids[`${owner} notice`]!,
  for: '',
  from: 'today',
  inline: '',
  mail: '1',
  month: '2026-11',
  of: String(riverbank.people[owner].id),
  one: String(riverbank.people[owner].id),
  others: '',
  page: '1',
  part: 'files',
  past: '',
  person: String(riverbank.people[owner].id),
  preview: '',
  search: 'a',
  series: '1',
  show: 'all',
  spam: '',
  step: '1',
  still: '',
  students: '',
  tab: 'plans',
  term: '2026-09',
  told: '1',
  version: '1',
})
const withSearch = (path: string, search: Record<string, string>) =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(search)}`

const readSources = (pattern: string) =>
  globSync(pattern)
    .filter((file) => !/\.(test|e2e)\./.test(file))
    .map((file) => readFileSync(file, 'utf8'))
const findParameters = (text: string) =>
  [...text.matchAll(/(?:[pP]arams|parameters|search\))\.(?:get|has)\('([\w-]+)'/g)].map(([, name]) => name!)
const ABOUT_LOGIN = ['check-cookies', 'log-out', 'next']

/** The search parameters that a page's folder and the shared parts that it imports read. */
function listParameters(folder: string): string[] {
  const own = readSources(`app/routes/${folder.replace(/[[\]]/g, '[$&]')}/*.{ts,tsx}`)
  const parts = own.flatMap((text) => [...text.matchAll(/'~\/(routes\/parts\/[^']+)'/g)].map(([, path]) => path!))
  const shared = [...new Set(parts)].flatMap((path) => readSources(`app/${path}.{ts,tsx}`))
  const names = [...own, ...shared].flatMap(findParameters)
  return [...new Set(names)].filter((name) => !ABOUT_LOGIN.includes(name))
}

test('each search parameter of a page is tried', () => {
  const names = readSources('app/routes/{site,dashboard,files,parts}/**/*.{ts,tsx}').flatMap(findParameters)
  expect(new Set(names).size).toBeGreaterThan(30)
  const known = [...Object.keys(getSearch('daniel')), ...ABOUT_LOGIN]
  expect(names.filter((name) => !known.includes(name))).toEqual([])
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

/** The same without client-side navigations. */
const listDocumentRequests = (page: (typeof pages)[number]) =>
  listRequests(page).filter(([, path]) => !path.includes('.data'))

/** Pages that do not exist for anyone: unknown addresses, records that only other tests make, and the set-up’s last step. */
const isMissing = (pattern: string) =>
  /nowhere$|^\/(card|setup|files\/website)\/|versions\/:version|\/second-step$|website\/examples$|security\.txt/.test(
    pattern,
  )

test.each(pages.map((page) => [page.folder, page] as const))('%s is open as the table says', async (_, page) => {
  const { folder, pattern } = page
  const row: AccessRow = pageAccess[folder] ?? {}
  const requests = listRequests(page)
  const searched = withSearch(requests[0]![1], getSearch('daniel'))
  // Without fields too: an action may do its work before it reads any.
  const posts = requests.filter(([method]) => method === 'POST').map((sent) => [...sent, {}] as const)
  for (const [method, path, fields] of [...requests, ...posts, ['GET', searched] as const]) {
    const readers = method === 'GET' ? row.get : row.post
    for (const reader of READERS) {
      // What tutors may do is tested where they do it; that they may, at the end of this file.
      if (reader === 'aoife' && (method === 'POST' || path.includes('.data'))) continue
      // What its parameters do is tested there too.
      if (path === searched && isIn(reader, readers)) continue
      const found = await judge(await request(reader, method, path, { fields }))
      const what = `${method} ${path}${fields ? ' without fields' : ''} by ${reader}`
      if (isIn(reader, readers)) {
        expect(found, what).not.toBe('log in first')
        expect([401, 403, 500, ...(isMissing(pattern) || method === 'POST' ? [] : [404])], what).not.toContain(found)
      } else if (readers === 'Daniel' && reader === 'niamh') {
        // Another student's form is refused for its fields first.
        expect(method === 'GET' ? [404] : [400, 404], what).toContain(found)
      } else {
        const handler = `${getFolder(page.route)} ${method === 'GET' ? 'loader' : 'action'}`
        const refusal = reader === 'visitor' ? 'log in first' : 403
        expect([found, handlersRun.has(handler)], what).toEqual([refusal, false])
      }
    }
  }
})

test.each(calls)('$method $path is open as the table says', async ({ id, method, path }) => {
  const readers = callAccess[`${method} ${path}`]
  const at = fillIn(path.replace('{id}', ':id'))
  for (const reader of READERS.filter((one) => one !== 'aoife' || method === 'GET')) {
    const { status } = await request(reader, method, at, { fields: {} })
    const what = `${method} ${at} by ${reader}`
    if (isIn(reader, readers)) expect([401, 403, 404, 500], what).not.toContain(status)
    else if (readers === 'Daniel' && reader === 'niamh') expect([400, 404], what).toContain(status)
    else expect([status, handlersRun.has(id)], what).toEqual([reader === 'visitor' ? 401 : 403, false])
  }
})

/** Calls for visitors and tutors alike, which refuse a token that is not valid. */
const NOT_WITH_BAD_TOKEN = ['GET /api/user', 'POST /api/newsletter/subscribe']

test('a session that has ended opens what visitors may open, and so does that of a closed account', async () => {
  const { db, people } = riverbank
  const close = async (closedAt: string | null) => {
    await db.updateTable('users').set({ closedAt }).where('id', '=', people.niamh.id).execute()
  }
  onTestFinished(() => close(null))
  await close('2026-01-01T00:00:00.000Z')
  for (const [reader, hasEnded] of [
    ['aoife', true],
    ['niamh', false],
  ] as const) {
    for (const page of pages)
      for (const [method, path] of listDocumentRequests(page)) {
        const { get, post }: AccessRow = pageAccess[page.folder] ?? {}
        const found = await judge(await request(reader, method, path, { hasEnded }))
        const isOpen = (method === 'GET' ? get : post) === 'anyone'
        expect(found === 'log in first', `${method} ${path} by ${reader}`).toBe(!isOpen)
      }
    for (const { id, method, path } of calls) {
      const what = `${method} ${path} by ${reader}`
      const { status } = await request(reader, method, fillIn(path.replace('{id}', ':id')), { fields: {}, hasEnded })
      const isOpen = callAccess[`${method} ${path}`] === 'anyone' && !NOT_WITH_BAD_TOKEN.includes(`${method} ${path}`)
      if (isOpen) expect([401, 403, 500], what).not.toContain(status)
      else if (callAccess[`${method} ${path}`] === 'anyone') expect(status, what).toBe(401)
      else expect([status, handlersRun.has(id)], what).toEqual([401, false])
    }
  }
})

/** What a session without the second step may open besides what visitors may: the page to set it up, and logging out. */
const WITHOUT_SECOND_STEP = ['dashboard/password.second-step._index', 'POST /api/logout']

test('a tutor who must set up a second step can do nothing else', async () => {
  for (const page of pages)
    for (const [method, path] of listDocumentRequests(page)) {
      const { get, post }: AccessRow = pageAccess[page.folder] ?? {}
      const isOpen = WITHOUT_SECOND_STEP.includes(page.folder) || (method === 'GET' ? get : post) === 'anyone'
      const answer = await request('aoife', method, path, { needsSecondStep: true })
      const handler = `${getFolder(page.route)} ${method === 'GET' ? 'loader' : 'action'}`
      const what = `${method} ${path}`
      expect(handlersRun.has(handler), what).toBe(isOpen)
      if (!isOpen && answer.status === 303) expect(answer.headers.get('Location'), what).toBe(SECOND_STEP_PAGE)
    }
  for (const { id, method, path } of calls) {
    const readers = callAccess[`${method} ${path}`]
    const { status } = await request('aoife', method, fillIn(path.replace('{id}', ':id')), {
      fields: {},
      needsSecondStep: true,
    })
    const isOpen = WITHOUT_SECOND_STEP.includes(`${method} ${path}`) || readers === 'anyone'
    if (NOT_WITH_BAD_TOKEN.includes(`${method} ${path}`)) expect(status, `${method} ${path}`).toBe(403)
    else if (isOpen) expect([401, 403, 500], `${method} ${path}`).not.toContain(status)
    else expect([status, handlersRun.has(id)], `${method} ${path}`).toEqual([403, false])
  }
})

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

async function readEverything(reader: Reader): Promise<string> {
  const texts: string[] = []
  for (const page of pages) {
    if (!isIn(reader, pageAccess[page.folder]?.get) || !page.module.default || page.pattern.startsWith('/away'))
      continue
    const [, [, path]] = listRequests(page) as [unknown, [string, string]]
    const search: Record<string, string> = getSearch(reader === 'daniel' ? 'niamh' : 'daniel')
    // Each by itself, because a page may answer to one before it reads another.
    const searched = listParameters(page.folder).map((name) => withSearch(path, { [name]: search[name] ?? '' }))
    for (const address of [path, withSearch(path, search), ...searched])
      texts.push(await (await request(reader, 'GET', address)).text())
  }
  for (const { method, path } of calls)
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

test('a tutor may send each form, also without fields', async () => {
  endsBeforeHandlers = true
  onTestFinished(() => {
    endsBeforeHandlers = false
  })
  for (const page of pages)
    for (const [method, path] of listRequests(page)) {
      if (method === 'GET') continue
      await request('aoife', method, path, { fields: {} })
      expect(handlersRun.has(`${getFolder(page.route)} action`), `${method} ${path}`).toBe(true)
    }
})
