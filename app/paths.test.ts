import { execFileSync } from 'node:child_process'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { contract } from '~/http/contract/contract.server'
import { paths } from '~/paths'

const listed = execFileSync('npx', ['remix', 'routes', '--json'], {
  encoding: 'utf8',
  env: { ...process.env, VITEST: '' },
})
const served = JSON.parse(listed) as RouteObject[]

type Tree = { [name: string]: string | ((...parameters: never[]) => string) | Tree }

/** Every address of the site map with something for each parameter, by its name there. */
function addressesIn(tree: Tree, name = 'paths'): [name: string, address: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    const own = `${name}.${key}`
    if (typeof value === 'string') return [[own, value]]
    if (typeof value === 'object') return addressesIn(value, own)
    return [[own, value(...(Array(value.length).fill(99) as never[]))]]
  })
}

const { api, ...screens } = paths
const addresses = addressesIn(screens)
const routeAt = (address: string) => matchRoutes(served, address)?.at(-1)?.route.id?.replace('routes/', '')

/** Every route but layouts, with its pattern. */
const leavesOf = (routes: RouteObject[], above = ''): { route: string; pattern: string }[] =>
  routes.flatMap(({ id = '', path = '', children }) => {
    const pattern = `${above}/${path}`.replace(/\/+/g, '/')
    return children ? leavesOf(children, pattern) : [{ route: id.replace('routes/', ''), pattern }]
  })
const leaves = leavesOf(served)

test('every address of the site map leads to a route, and no two to the same', () => {
  const routes = addresses.map(([name, address]) => [name, routeAt(address)])
  expect(routes.filter(([, route]) => !route || route.endsWith('/$'))).toEqual([])
  expect(new Set(routes.map(([, route]) => route)).size).toBe(routes.length)
})

test('every call that it names is in the contract', () => {
  const calls = contract.flatMap(({ calls }) => calls.map(({ path }) => path))
  for (const [name, address] of addressesIn(api)) expect(calls, name).toContain(address)
})

/** What the product leads nobody to, and why. */
const withoutPath: Record<string, string> = {
  'dashboard/$': 'Whatever is not there.',
  'site/$': 'Whatever is not there.',
  'site/login': 'Another spelling of paths.portal, for people who type it.',
  'site/robots[.]txt': 'Programs know where it stands.',
}

test('every screen and file has its place in the site map', () => {
  const reached = new Set(addresses.map(([, address]) => routeAt(address)))
  const others = leaves
    .map(({ route }) => route)
    .filter((route) => /^(site|dashboard|files)\//.test(route) && !reached.has(route))
  expect(others.sort()).toEqual(Object.keys(withoutPath).sort())
})
