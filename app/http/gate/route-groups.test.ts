import { resolve } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { beforeAll, expect, test } from 'vitest'
import { buildFirst } from '~/test/built'
import { buildOf, fixedAddresses, ROUTE_GROUPS, routeGroupOf } from './routing'

buildFirst()
let build: ServerBuild
beforeAll(async () => {
  build = await import(/* @vite-ignore */ resolve('build/server/index.js'))
})

test.each([
  ['/', 'site'],
  ['/about', 'site'],
  ['/_root.data', 'site'],
  ['/dashboards', 'site'],
  ['/dashboard', 'dashboard'],
  ['/dashboard.data', 'dashboard'],
  ['/Dashboard/newsletter/3/edit.data', 'dashboard'],
  ['/files/7', 'files'],
  ['/api/events', 'api'],
])('%s belongs to the %s', (path, group) => expect(routeGroupOf(path)).toBe(group))

test('every route is in a group, whose handler knows no other group’s but what says that a page isn’t there', () => {
  const known = ROUTE_GROUPS.map((group) => Object.keys(buildOf(group, build).routes))
  expect(new Set(known.flat())).toEqual(new Set(Object.keys(build.routes)))
  const shared = known.slice(1).map((ids) => ids.filter((id) => known[0]!.includes(id)).sort())
  const notThere = ['root', 'routes/site/$', 'routes/site/layout']
  expect(shared).toEqual([notThere, notThere, ['root']])
})

test('a fixed address leads to the routes that the router finds among all', () => {
  type Route = { id: string; path?: string; index?: boolean; children: Route[] }
  const within = (parentId?: string): Route[] =>
    Object.values(build.routes)
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) => ({ id, path, index, children: within(id) }))
  const all = within() as Parameters<typeof matchRoutes>[0]
  const fixed = fixedAddresses(build)
  for (const [address, ids] of fixed)
    expect(
      matchRoutes(all, address)?.map(({ route }) => route.id),
      address,
    ).toEqual(ids)
  for (const address of ['/', '/about', '/dashboard', '/dashboard/profile/people/new'])
    expect([...fixed.keys()]).toContain(address)
})
