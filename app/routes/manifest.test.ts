import { resolve } from 'node:path'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { beforeAll, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { createSessionCookieHeader, SECOND_STEP_PAGE } from '~/auth/identity.server'
import { endSession, findSession, type SessionSecrets, startSession } from '~/auth/sessions.server'
import { contract } from '~/http/contract/contract.server'
import { getBodyLimit, getScreenBodyLimit } from '~/http/limits/body-sizes'
import { protectRoutes } from '~/http/remix/protect-routes.server'
import { getRouteGroup, splitBuild } from '~/http/remix/routes'
import { type AccessLevel, getRequiredAccess, type HandlerName, type ScreenDefinition } from '~/screen'
import { type Handlers, shareRiverbank } from '~/test/riverbank'
import { listRoutePlaces } from '~/test/screens'
import { clientAction } from '~/ui/forms/post'

const HANDLERS: HandlerName[] = ['loader', 'action']
const modules = import.meta.glob<Handlers & Record<string, unknown>>(
  ['../root.tsx', './*/*/route.{ts,tsx}', './*/layout.tsx'],
  { eager: true },
)

interface Route extends Omit<RouteConfigEntry, 'children'> {
  id: string
  parentId?: string
}
const flattenRoutes = (routes: RouteConfigEntry[], parentId?: string): Route[] =>
  routes.flatMap(({ children = [], id: ownId, ...route }) => {
    const id = ownId ?? route.file.replace(/\.tsx?$/, '')
    return [{ ...route, id, parentId }, ...flattenRoutes(children, id)]
  })
// As Remix does before it reads the routes.
Object.assign(globalThis, { __remixAppDirectory: resolve('app') })
const { default: routes } = await import('~/routes')
const served = flattenRoutes([{ id: 'root', path: '', file: 'root.tsx', children: routes as RouteConfigEntry[] }])
const getModule = ({ file }: Route) =>
  modules[file === 'root.tsx' ? '../root.tsx' : file.replace('routes/', './')] ?? {}
const getFolder = ({ id }: Route) => id.replace('routes/', '')
/** Every loader and action, with its access level. */
const found = served.flatMap((route) =>
  HANDLERS.filter((handler) => getModule(route)[handler]).map((handler) => {
    const folder = getFolder(route)
    return {
      route,
      folder,
      handler,
      who: getRequiredAccess(getModule(route).handle as ScreenDefinition | undefined, handler),
    }
  }),
)

test('every route folder is served, and every served route is in a route folder', () => {
  const expected = Object.keys(modules).map((file) => file.replace(/^\.\.?\//, file.startsWith('..') ? '' : 'routes/'))
  expect([...new Set(served.map(({ file }) => file))].sort()).toEqual(expected.sort())
})

test('every route declares the access to its loader and action', () => {
  expect(found.filter(({ who }) => !who).map(({ folder, handler }) => `${folder} ${handler}`)).toEqual([])
})

test('no route declares more than it has, and its declaration is true', () => {
  for (const [file, module] of Object.entries(modules)) {
    const { access } = module.handle as ScreenDefinition
    const has = HANDLERS.filter((handler) => module[handler])
    if (typeof access === 'object') expect(Object.keys(access), file).toEqual(has)
  }
  for (const [folder, place] of [...listRoutePlaces('site'), ...listRoutePlaces('dashboard')]) {
    const module = modules[`./${folder}/route.tsx`] ?? modules[`./${folder}/route.ts`]
    const { views = [], ...screen } = module!.handle as ScreenDefinition
    expect([place.access, place.isFile ?? false], folder).toEqual([
      getRequiredAccess(screen, 'loader'),
      !module?.default,
    ])
    if (folder !== 'site/easy-read') expect(place.views, folder).toEqual(views)
  }
})

test('every page with limited access has a loader, because a layout protects nothing', () => {
  const open = served.filter((route) => getModule(route).default && !getModule(route).loader).map(getFolder)
  expect(open.filter((folder) => !folder.startsWith('site/'))).toEqual([])
})

test('a route’s body limit fits its form’s fields, and anonymous visitors can’t send more than a form', () => {
  for (const { route, folder, handler, who } of found.filter((place) => place.handler === 'action')) {
    const screen = getModule(route).handle as ScreenDefinition
    const { rules = [] } = getModule(route)[handler] as { rules?: ZodType[] }
    const needed = Math.max(0, ...rules.map(getBodyLimit))
    expect(getScreenBodyLimit(screen), folder).toBeGreaterThanOrEqual(needed)
    if (who === 'anyone') expect(screen.body ?? 'form', folder).toBe('form')
  }
})

/** Routes without a screen (feeds, lists for programs, a preview that a form requests), and a screen whose forms are plain. */
const foldersWithoutForm = [
  'site/[.]well-known.security[.]txt',
  'site/away.$token.home.$id',
  'site/calendar.$token',
  'site/card.$token',
  'site/events[.]ics',
  'site/icon[.]png',
  'site/news.feed',
  'site/robots[.]txt',
  'site/sitemap[.]xml',
  'dashboard/preview',
  'dashboard/notices.questions.$id.voice',
  'dashboard/profile.backup.file',
  'site/$',
  'dashboard/$',
]

test('every screen with a form keeps it when no response comes', () => {
  const screens = found.filter(({ folder, handler }) => handler === 'action' && /^(site|dashboard)\//.test(folder))
  const screensWithForm = screens.filter(({ folder }) => !foldersWithoutForm.includes(folder))
  expect(screensWithForm.length).toBeGreaterThan(30)
  for (const { route, folder } of screensWithForm) expect(getModule(route).clientAction, folder).toBe(clientAction)
})

/** Handlers that ran since it was cleared. */
const handlersRun = new Set<string>()

/** Every API call, wrapped to record that it ran. */
const calls = contract.flatMap(({ calls }) => calls)
for (const call of calls) {
  const { id, run } = call
  call.run = (input) => {
    handlersRun.add(id)
    return run(input)
  }
}

/** Remix's handler for all routes and `more`, without rendering. Each loader and action records that it ran. */
function createHandler(more: Record<string, object> = {}) {
  const recordRuns = (route: Route) => {
    const module = { ...getModule(route) }
    for (const handler of HANDLERS) {
      const run = module[handler]
      if (run)
        module[handler] = (args) => {
          handlersRun.add(`${getFolder(route)} ${handler}`)
          return run(args)
        }
    }
    return [route.id, { ...route, module }]
  }
  const entry = (_: Request, status: number, headers: Headers) => new Response(null, { status, headers })
  const build = protectRoutes({
    routes: { ...Object.fromEntries(served.map(recordRuns)), ...more },
    assets: { routes: {}, entry: { module: '', imports: [] }, url: '', version: '' },
    entry: { module: { default: entry, handleError: () => undefined } },
    future: { v3_singleFetch: true },
    basename: '/',
  } as unknown as ServerBuild)
  const handlers = new Map(splitBuild(build).map(([group, part]) => [group, createRequestHandler(part, 'production')]))
  return (request: Request, context = riverbank.context) => {
    const { pathname } = new URL(request.url)
    return handlers.get(getRouteGroup(pathname))!(request, { ...context, state: {} })
  }
}
const handle = createHandler()

const riverbank = shareRiverbank()
beforeAll(async () => {
  const closedAt = new Date().toISOString()
  await riverbank.db.updateTable('users').set({ closedAt }).where('id', '=', riverbank.people.niamh.id).execute()
})

/** The people who send requests, with the access levels that let them in. */
const requesters: Record<string, AccessLevel[]> = {
  nobody: ['anyone'],
  'an ended session': ['anyone'],
  'a closed account': ['anyone'],
  'a student': ['anyone', 'session', 'user'],
  'a tutor who has to set up a second step': ['anyone', 'session'],
  'a tutor': ['anyone', 'session', 'user', 'tutor'],
}

const WITHOUT_SESSION = ['an ended session', 'a closed account']

interface RequestOptions {
  secrets: SessionSecrets | null
  by: string
  /** True if tutors must have a second step. */
  isSecondStepRequired: boolean
}

/** Starts a session for the person; null without one. */
async function createSecrets(requester: string): Promise<SessionSecrets | null> {
  const { db, people } = riverbank
  if (requester === 'nobody') return null
  const user = requester.startsWith('a tutor')
    ? people.aoife
    : requester === 'a closed account'
      ? people.niamh
      : people.daniel
  const secrets = await startSession(db, user.id, false)
  if (requester === 'an ended session') await endSession(db, (await findSession(db, 'token', secrets.token))!.id)
  return secrets
}

/** A route's address with sample parameters. */
function getAddress(route: Route): string {
  const parent = served.find(({ id }) => id === route.parentId)
  const path = [...(parent ? [getAddress(parent)] : []), route.path ?? ''].join('/')
  return `/${path.replace(/:\w+/g, '99').replace('*', 'nowhere')}`.replace(/\/+/g, '/')
}

/** Requests that reach a route's loader or action: from a browser, its scripts or another program. */
function listRequests({ route, handler }: (typeof found)[number]): [method: string, address: string][] {
  const at = getAddress(route)
  const script = at === '/' ? '/_root.data' : `${at}.data`
  const index = route.index ? '?index' : ''
  const isPage = getRouteGroup(at) === 'site' || getRouteGroup(at) === 'dashboard'
  if (handler === 'action')
    return isPage
      ? [
          ['POST', at + index],
          ['POST', script + index],
        ]
      : [['POST', at]]
  const own = `${script}?_routes=${encodeURIComponent(route.id)}`
  return [
    ['GET', at],
    ['HEAD', at],
    ...(isPage
      ? ([
          ['GET', script],
          ['GET', own],
        ] as [string, string][])
      : []),
  ]
}

async function sendTestRequest(method: string, address: string, { secrets, by, isSecondStepRequired }: RequestOptions) {
  const headers = new Headers(secrets && by === 'token' ? { Authorization: `Bearer ${secrets.token}` } : {})
  if (secrets && by === 'cookie')
    headers.set('Cookie', await createSessionCookieHeader(riverbank.context, secrets.cookie, false))
  const body = method === 'GET' || method === 'HEAD' ? undefined : new URLSearchParams({ title: 'Mine' })
  const settings = {
    ...riverbank.context.settings,
    secondStep: isSecondStepRequired ? 'required' : 'optional',
  } as const
  handlersRun.clear()
  const request = new Request(`http://riverbank.test${address}`, { method, headers, body })
  return handle(request, { ...riverbank.context, settings })
}

/** The status of a refusal, and its redirect. */
function getRefusal(requester: string, by: string): [status: number, to?: RegExp] {
  if (requester === 'a student') return [403]
  const isInside = requester.startsWith('a tutor')
  if (by === 'token') return [isInside ? 403 : 401]
  return [303, isInside ? new RegExp(`^${SECOND_STEP_PAGE}$`) : /^\/portal(\?next=|$)/]
}

test.each(found.filter(({ who }) => who !== 'anyone'))('$folder $handler is for: $who', async (place) => {
  const { folder, handler, who, route } = place
  const name = `${folder} ${handler}`
  const refusedSecrets: Record<string, SessionSecrets | null> = {}
  for (const [requester, levels] of Object.entries(requesters))
    for (const by of requester === 'nobody' ? ['cookie'] : ['cookie', 'token']) {
      const isSecondStepRequired = requester === 'a tutor who has to set up a second step'
      // A second step that is set up is not required again.
      const canPass = levels.includes(who!) || (isSecondStepRequired && getAddress(route) === SECOND_STEP_PAGE)
      const requests = listRequests(place)
      // A person without a session is treated like a visitor, who tries each method.
      const isFew = canPass || by === 'token' || WITHOUT_SESSION.includes(requester)
      for (const [method, address] of isFew ? requests.slice(0, 1) : requests) {
        // A new session each time that it lets the person in, because one of the actions logs out.
        const secrets = (canPass ? null : refusedSecrets[requester]) ?? (await createSecrets(requester))
        refusedSecrets[requester] = secrets
        const answer = await sendTestRequest(method, address, {
          secrets,
          by,
          isSecondStepRequired,
        })
        const what = `${method} ${address} by ${requester} (${by})`
        expect(handlersRun.has(name), what).toBe(canPass)
        const [status, to] = getRefusal(requester, by)
        if (canPass) expect([401, 403, 500], what).not.toContain(answer.status)
        else if (address.includes('.data')) expect([202, status], what).toContain(answer.status)
        else expect(answer.status, what).toBe(status)
        if (!canPass && to && answer.status === 303) expect(answer.headers.get('Location'), what).toMatch(to)
      }
    }
})

test.each(calls.filter(({ who }) => who !== 'anyone'))(
  '$method $path is for: $who',
  async ({ id, method, path, who }) => {
    const address = path.replace('{id}', '99')
    for (const [requester, levels] of Object.entries(requesters))
      for (const by of requester === 'nobody' ? ['cookie'] : ['cookie', 'token'])
        for (const link of method === 'GET' && !WITHOUT_SESSION.includes(requester) ? ['GET', 'HEAD'] : [method]) {
          const isSecondStepRequired = requester === 'a tutor who has to set up a second step'
          const { status } = await sendTestRequest(link, address, {
            secrets: await createSecrets(requester),
            by,
            isSecondStepRequired,
          })
          const what = `${link} ${address} by ${requester} (${by})`
          if (levels.includes(who)) expect([401, 403, 500], what).not.toContain(status)
          else
            expect([status, handlersRun.has(id)], what).toEqual([
              requester === 'a student' || isSecondStepRequired ? 403 : 401,
              false,
            ])
        }
  },
)

test.each(calls.filter(({ who }) => who === 'anyone'))('$method $path is for anyone', async ({ method, path }) => {
  expect([403, 500]).not.toContain(
    (await sendTestRequest(method, path, { secrets: null, by: 'cookie', isSecondStepRequired: false })).status,
  )
})

test.each(found.filter(({ who }) => who === 'anyone'))('$folder $handler is for anyone', async (place) => {
  const [method, address] = listRequests(place)[0]!
  const answer = await sendTestRequest(method, address, { secrets: null, by: 'cookie', isSecondStepRequired: false })
  expect(handlersRun).toContain(`${place.folder} ${place.handler}`)
  expect([401, 403, 500]).not.toContain(answer.status)
  // Feeds and files only have a GET, and a preview only a POST.
  const isResource = !getModule(place.route).default && !place.folder.startsWith('api/')
  if (isResource && (place.handler === 'action' || place.folder === 'dashboard/preview'))
    expect(answer.status).toBe(405)
})

test.each(['dashboard/forgotten', 'site/constructor', 'site/__proto__'])(
  '%s, which declares no access, is refused to everyone',
  async (folder) => {
    const [group = '', path] = folder.split('/')
    const id = `routes/${folder}`
    const run = () => handlersRun.add(folder) && null
    const address = `/${group === 'site' ? '' : `${group}/`}${path}`
    const route = { id, path: address.slice(1), module: { loader: run, action: run } }
    const handle = createHandler({ [id]: route })
    for (const method of ['GET', 'HEAD', 'POST']) {
      const { cookie } = await startSession(riverbank.db, riverbank.people.aoife.id, false)
      const headers = { Cookie: await createSessionCookieHeader(riverbank.context, cookie, false) }
      handlersRun.clear()
      const answer = await handle(new Request(`http://riverbank.test${address}`, { method, headers }))
      expect(answer.status, method).toBe(403)
      expect(handlersRun.size, method).toBe(0)
    }
  },
)
