import { resolve } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { beforeAll, expect, test } from 'vitest'
import { findQueuedPaths } from '~/http/limits/queues'
import { buildBeforeTests } from '~/test/built'
import { findFixedSegments, getRouteGroup, listDeclaredRoutes, NO_ROUTE, splitBuild } from './routes'

buildBeforeTests()
let build: ServerBuild
beforeAll(async () => {
  build = await import(/* @vite-ignore */ resolve('build/server/index.js'))
})

test.each([
  ['/', 'site'],
  ['/about', 'site'],
  ['/_root.data', 'site'],
  ['/dashboards', 'site'],
  ['/constructor', 'site'],
  ['/dashboard', 'dashboard'],
  ['/dashboard.data', 'dashboard'],
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

test('log-in routes and routes with large bodies follow from the declarations of routes and calls', () => {
  const { logsIn, takesLargeBody: takesMuch, isPersonal } = findQueuedPaths(build)
  const among = (paths: string[], is: (path: string) => boolean) => paths.filter(is)
  const logIns = ['/portal', '/portal.data', '/Login', '/login/', '/api/login']
  const large = [
    '/dashboard',
    '/dashboard.data',
    '/dashboard/board/3/edit',
    '/dashboard/newsletter/new',
    '/api/files/upload',
  ]
  const ordinary = ['/dashboard/password', '/dashboard/profile/people/3/erase', '/api/logout']
  const open = ['/contact', '/settings', '/card', '/portals', '/api/contact', '/nowhere']
  const all = [...logIns, ...large, ...ordinary, ...open]
  expect(among(all, logsIn)).toEqual(logIns)
  expect(among(all, takesMuch)).toEqual(large)
  expect(among(all, isPersonal)).toEqual([...large, ...ordinary].filter((path) => !path.startsWith('/api')))
})

test('no parameter is among the literal segments of routes', () => {
  const fixed = findFixedSegments(build)
  for (const segment of ['about', 'dashboard', 'second-step', 'robots.txt']) expect(fixed).toContain(segment)
  for (const segment of [':id', 'id', '*', 'constructor', '1']) expect(fixed).not.toContain(segment)
})
