import { resolve } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { beforeAll, expect, test } from 'vitest'
import { createBodyRuleFinder, createLogInMatcher } from '~/http/limits/queues'
import { buildBeforeTests } from '~/test/built'
import {
  createPathMatcher,
  findFixedSegments,
  listDeclaredRoutes,
  listTabModules,
  NO_ROUTE,
  splitBuild,
} from './routes'

buildBeforeTests()
let build: ServerBuild
beforeAll(async () => {
  build = await import(/* @vite-ignore */ resolve('build/server/index.js'))
})

test('the router of a path knows its route, as with the whole build, and few others', () => {
  const findRoutes = splitBuild(build, ({ routes }) => Object.keys(routes))
  const isPage = (id: string) => build.routes[id]?.module.default !== undefined || id.startsWith('routes/api/')
  for (const [id, { pattern }] of listDeclaredRoutes(build)) {
    if (!isPage(id) || pattern === NO_ROUTE) continue
    const path = pattern.replace(/:\w+/g, '7')
    for (const address of [path, `${path}.data`, `${path}/`]) expect(findRoutes(address), address).toContain(id)
  }
  const others = findRoutes('/dashboard/timetable').filter((id) => !id.startsWith('routes/dashboard/timetable'))
  const unknown = ['routes/dashboard/$', 'routes/site/$']
  expect(others.sort()).toEqual(['root', ...unknown, 'routes/dashboard/layout', 'routes/site/layout'].sort())
  const ofAbout = ['routes/site/about', 'routes/site/easy-read.about', 'routes/site/layout']
  expect(findRoutes('/about').sort()).toEqual(['root', 'routes/site/$', ...ofAbout])
})

test.each([
  ['/dashboard', 'routes/dashboard/_index'],
  ['/dashboard.data', 'routes/dashboard/_index'],
  ['/dashboard/newsletter/3/edit.data', 'routes/dashboard/newsletter.$id.edit'],
  ['/dashboard/NEWSLETTER/3/edit', 'routes/dashboard/newsletter.$id.edit'],
  ['/dashboard/board/plans', 'routes/dashboard/board_.plans'],
  ['/dashboard/constructor', 'routes/dashboard/$'],
  ['/dashboards', 'routes/site/$'],
  ['/files/7', 'routes/files/$id'],
  ['/_root.data', 'root'],
])('the router of %s knows %s', (path, id) => {
  const part = splitBuild(build, (part) => part)(path)
  expect(Object.keys(part.routes)).toContain(id)
  expect(Object.keys(part.assets.routes).sort()).toEqual(Object.keys(part.routes).sort())
})

test('a page of the portal preloads the scripts of the tabs that its person sees', () => {
  const getModules = (...ids: string[]) => ids.map((id) => build.assets.routes[id]?.module)
  const forStudents = listTabModules(build, 'student')
  const forTutors = listTabModules(build, 'tutor')
  expect(forTutors).toEqual(expect.arrayContaining(getModules('routes/dashboard/newsletter._index')))
  for (const module of getModules('routes/dashboard/timetable._index', 'routes/dashboard/calendar._index')) {
    expect(forStudents).toContain(module)
    expect(forTutors).toContain(module)
  }
  for (const module of getModules('routes/dashboard/newsletter._index', 'routes/dashboard/newsletter.$id.edit'))
    expect(forStudents).not.toContain(module)
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

test('the matcher of paths finds the pattern that Remix finds, in every spelling', () => {
  const declared = [...listDeclaredRoutes(build).values()].map(({ pattern }) => pattern)
  const patterns = [...new Set(declared)].filter((pattern) => pattern !== NO_ROUTE)
  const match = createPathMatcher(patterns)
  const matchExactly = createPathMatcher(patterns, { isExact: true })
  const routes = patterns.map((path) => ({ path }))
  expect(patterns.length).toBeGreaterThan(150)
  for (const pattern of patterns) {
    const path = pattern.replace(/:\w+/g, 'new')
    const spellings = [path, path.toUpperCase(), `${path.replace(/\/$/, '')}/`, `${path}/nowhere`, `${path}.x`]
    for (const spelling of spellings) {
      const found = matchRoutes(routes, spelling)?.at(-1)
      expect(match(spelling), spelling).toEqual(found && { pattern: found.route.path, parameters: { ...found.params } })
    }
    if (path !== '/') expect(match(`${path}.data`), path).toEqual(match(path))
    expect(matchExactly(path), path).toEqual(match(path))
    const others = [`${path}/`, `${path}.data`, `${path.toUpperCase()}`].filter((other) => other !== path)
    for (const other of others)
      if (!matchExactly(other)?.pattern.includes(':')) expect(matchExactly(other), other).toBeUndefined()
  }
})

test('no parameter is among the literal segments of routes', () => {
  const fixed = findFixedSegments(build)
  for (const segment of ['about', 'dashboard', 'second-step', 'robots.txt']) expect(fixed).toContain(segment)
  for (const segment of [':id', 'id', '*', 'constructor', '1']) expect(fixed).not.toContain(segment)
})
