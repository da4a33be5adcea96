import { resolve } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { beforeAll, expect, test } from 'vitest'
import { createBodyRuleFinder, createLogInMatcher } from '~/http/limits/queues'
import { buildBeforeTests } from '~/test/built'
import { findFixedSegments, getRouteGroup, listDeclaredRoutes, NO_ROUTE, splitBuild } from './routes'

buildBeforeTests()
let build: ServerBuild
beforeAll(async () => {
  build = await import(/* @vite-ignore */ resolve('build/server/index.js'))
})

test.each([
  ['/', 'site'],
  ['/_root.data', 'site'],
  ['/dashboards', 'site'],
  ['/dashboard', 'dashboard'],
  ['/dashboard/newsletter/3/edit.data', 'dashboard'],
  ['/files/7', 'files'],
  ['/api/events', 'api'],
])('%s belongs to the group %s', (path, group) => expect(getRouteGroup(path)).toBe(group))

test('every route is in one group, except the route for unknown pages', () => {
  const known = splitBuild(build).map(([, part]) => Object.keys(part.routes))
  expect(new Set(known.flat())).toEqual(new Set(Object.keys(build.routes)))
  const shared = known.slice(1).map((ids) => ids.filter((id) => known[0]!.includes(id)).sort())
  const notThere = ['root', 'routes/site/$', 'routes/site/layout']
  expect(shared).toEqual([notThere, notThere, ['root']])
})

test('a route is named by its pattern, and is public if it or its layout declares so', () => {
  const declared = listDeclaredRoutes(build)
  const shown = (id: string) => [declared.get(id)?.pattern, declared.get(id)?.isPublic]
  expect(shown('routes/site/_index')).toEqual(['/', true])
  expect(shown('routes/site/confirm.$token')).toEqual(['/confirm/:token', false])
  expect(shown('routes/dashboard/newsletter.$id.attachments.$attachmentId.edit')).toEqual([
    '/dashboard/newsletter/:id/attachments/:attachmentId/edit',
    false,
  ])
  expect(shown('routes/files/board.$id')).toEqual(['/files/board/:id', false])
  expect(shown('routes/site/$')).toEqual([NO_ROUTE, true])
})

test('who logs in, and who may send how much, follows from the declarations of routes and calls', () => {
  const logsIn = createLogInMatcher(build)
  const findBodyRule = createBodyRuleFinder(build)
  const logIns = ['/portal', '/portal.data', '/Login', '/login/', '/api/login']
  const others = [
    '/dashboard/password',
    '/dashboard/profile/people/3/erase',
    '/contact',
    '/card',
    '/portals',
    '/nowhere',
  ]
  expect([...logIns, ...others].filter(logsIn)).toEqual(logIns)
  const files = { access: 'tutor', limit: 16 * 1024 ** 2 }
  const text = { access: 'tutor', limit: 1024 ** 2 }
  const event = { access: 'tutor', limit: expect.any(Number) }
  expect(
    [
      ...['/dashboard', '/dashboard.data', '/dashboard/board/3/edit', '/dashboard/newsletter/new'],
      ...['/dashboard/notices/questions/3/voice', '/api/files/upload', '/api/events', ...others],
    ].map((path) => [path, findBodyRule('POST', path)]),
  ).toEqual([
    ['/dashboard', files],
    ['/dashboard.data', files],
    ['/dashboard/board/3/edit', files],
    ['/dashboard/newsletter/new', text],
    ['/dashboard/notices/questions/3/voice', { access: 'user', limit: 4 * 1024 ** 2 }],
    ['/api/files/upload', files],
    ['/api/events', event],
    ...others.map((path) => [path, undefined]),
  ])
})

test('no parameter is among the literal segments of routes', () => {
  const fixed = findFixedSegments(build)
  for (const segment of ['about', 'dashboard', 'second-step', 'robots.txt']) expect(fixed).toContain(segment)
  for (const segment of [':id', 'id', '*', 'constructor', '1']) expect(fixed).not.toContain(segment)
})
