import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { createSessionCookieHeader } from '~/auth/identity.server'
import { startSession } from '~/auth/sessions.server'
import { getBodyLimit, getScreenBodyLimit } from '~/http/limits/bodies'
import { getRequiredAccess, type HandlerName, type ScreenDefinition } from '~/screen'
import { pageAccess } from '~/test/access-table'
import { shareRiverbank } from '~/test/riverbank'
import { createRouteHandler, getFolder, getModule } from '~/test/route-handler'
import { listRoutePlaces, namedFolders } from '~/test/screens'
import { servedRoutes } from '~/test/served-routes'
import { clientAction } from '~/ui/forms/post'

// Whether the routes' files and declarations fit together. Who may open what is tested in access.test.ts.

const riverbank = shareRiverbank()
const HANDLERS: HandlerName[] = ['loader', 'action']
const routes = servedRoutes.map((route) => {
  const module = getModule(route)
  return { folder: getFolder(route), file: route.file, module, screen: module.handle as ScreenDefinition }
})
const handlers = routes.flatMap((route) =>
  HANDLERS.filter((handler) => route.module[handler]).map((handler) => ({ ...route, handler })),
)

test('every route folder is served, and every served route is in a route folder', () => {
  const files = globSync(['root.tsx', 'routes/*/layout.tsx', 'routes/*/*/route.{ts,tsx}'], { cwd: 'app' })
  expect([...new Set(routes.map(({ file }) => file))].sort()).toEqual(files.sort())
})

test('every route declares the access to its loader and action, and no more', () => {
  const undeclared = handlers.filter(({ screen, handler }) => !getRequiredAccess(screen, handler))
  expect(undeclared.map(({ folder, handler }) => `${folder} ${handler}`)).toEqual([])
  for (const { folder, module, screen } of routes)
    if (typeof screen.access === 'object')
      expect(Object.keys(screen.access), folder).toEqual(HANDLERS.filter((handler) => module[handler]))
})

test('the list that a build writes for the tests has what each route declares', () => {
  const places = [...listRoutePlaces('site'), ...listRoutePlaces('dashboard')]
  const screens = routes.filter(({ folder, file }) => /^(site|dashboard)\//.test(folder) && file.includes(`${folder}/`))
  expect(places.map(([folder]) => folder).sort()).toEqual(screens.map(({ folder }) => folder).sort())
  for (const [folder, place] of places) {
    const { module, screen } = routes.find((route) => route.folder === folder)!
    expect([place.access, place.isFile ?? false], folder).toEqual([
      getRequiredAccess(screen, 'loader'),
      !module.default,
    ])
  }
})

test('the tests name views and exceptions of existing screens only', () => {
  const folders = routes.map(({ folder }) => folder)
  expect(namedFolders.filter((folder) => !folders.includes(folder))).toEqual([])
})

test('every page of the portal has a loader, because a layout protects nothing', () => {
  const open = routes.filter(({ module }) => module.default && !module.loader).map(({ folder }) => folder)
  expect(open.filter((folder) => !folder.startsWith('site/'))).toEqual([])
})

test('a route’s body limit fits its form’s fields, and anonymous visitors can’t send more than a form', () => {
  for (const { folder, module, screen } of handlers.filter(({ handler }) => handler === 'action')) {
    const { rules = [] } = module.action as { rules?: ZodType[] }
    const needed = Math.max(0, ...rules.map(getBodyLimit))
    expect(getScreenBodyLimit(screen), folder).toBeGreaterThanOrEqual(needed)
    if (folder.startsWith('api/') || pageAccess[folder]?.post === 'anyone')
      expect(screen.body ?? 'form', folder).toBe('form')
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

test('every screen with a form keeps it when no response comes, and the portal around it when it is refused', () => {
  const screens = handlers.filter(({ folder, handler }) => handler === 'action' && /^(site|dashboard)\//.test(folder))
  const screensWithForm = screens.filter(({ folder }) => !foldersWithoutForm.includes(folder))
  expect(screensWithForm.length).toBeGreaterThan(30)
  for (const { folder, module } of screensWithForm) {
    expect(module.clientAction, folder).toBe(clientAction)
    // The layout's own boundary has no data after an action's error.
    if (folder.startsWith('dashboard/') && module.default) expect(module.ErrorBoundary, folder).toBeDefined()
  }
})

test.each([
  ['POST', '/files/99'],
  ['POST', '/files/answer/99-x'],
  ['POST', '/files/board/99'],
  ['POST', '/files/newsletter/99-x'],
  ['POST', '/files/step/99-x'],
  ['POST', '/files/voice/99'],
  ['POST', '/files/website/nothing.webp'],
  ['POST', '/.well-known/security.txt'],
  ['POST', '/calendar/nothing'],
  ['POST', '/events.ics'],
  ['POST', '/icon.png'],
  ['POST', '/news/feed'],
  ['POST', '/robots.txt'],
  ['POST', '/sitemap.xml'],
  ['GET', '/dashboard/preview'],
])('%s %s has the wrong method', async (method, path) => {
  const body = method === 'POST' ? new URLSearchParams({ title: 'Mine' }) : undefined
  const send = createRouteHandler(riverbank)
  expect((await send(new Request(`http://riverbank.test${path}`, { method, body }))).status).toBe(405)
})

test.each(['/', '/_root.data', '/about', '/about.data', '/dashboard', '/dashboard.data', '/dashboard/resources.data'])(
  'POST %s, which no form is sent to, is refused in our words',
  async (path) => {
    const send = createRouteHandler(riverbank)
    const { cookie } = await startSession(riverbank.db, riverbank.people.aoife.id, false)
    const Cookie = (await createSessionCookieHeader(riverbank.context, cookie, false)).split(';')[0]!
    const body = new URLSearchParams({ intent: 'upload', title: 'Mine' })
    const answer = await send(
      new Request(`http://riverbank.test${path}`, { method: 'POST', body, headers: { Cookie } }),
    )
    const text = await answer.text()
    expect(answer.status).toBe(405)
    expect(text).not.toContain('did not provide an')
    if (path.endsWith('.data')) expect(text).toContain('this page takes no forms')
  },
)

test.each(['dashboard/forgotten', 'site/constructor', 'site/__proto__'])(
  '%s, which declares no access, is refused to everyone',
  async (folder) => {
    const [group = '', path] = folder.split('/')
    const id = `routes/${folder}`
    const ran: string[] = []
    const run = () => ran.push(folder) && null
    const address = `/${group === 'site' ? '' : `${group}/`}${path}`
    const route = { id, path: address.slice(1), module: { loader: run, action: run } }
    const send = createRouteHandler(riverbank, undefined, { [id]: route })
    for (const method of ['GET', 'HEAD', 'POST']) {
      const { cookie } = await startSession(riverbank.db, riverbank.people.aoife.id, false)
      const headers = { Cookie: await createSessionCookieHeader(riverbank.context, cookie, false) }
      const answer = await send(new Request(`http://riverbank.test${address}`, { method, headers }))
      expect([answer.status, ran], method).toEqual([403, []])
    }
  },
)
