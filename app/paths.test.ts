import { readdirSync, readFileSync } from 'node:fs'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { contract } from '~/http/contract/contract.server'
import { paths } from '~/paths'
import { routeTree, type ServedRoute } from '~/test/served-routes'

type Tree = { [name: string]: string | ((...parameters: never[]) => string) | Tree }

/** Every path by its name, with a sample value for each parameter. */
function listAddresses(tree: Tree, name = 'paths'): [name: string, address: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    const own = `${name}.${key}`
    if (typeof value === 'string') return [[own, value]]
    if (typeof value === 'object') return listAddresses(value, own)
    return [[own, value(...(Array(value.length).fill(99) as never[]))]]
  })
}

const { api, ...screens } = paths
const addresses = listAddresses(screens)
const findRoute = (address: string) =>
  matchRoutes(routeTree as RouteObject[], address)
    ?.at(-1)
    ?.route.id?.replace('routes/', '')

/** Every route except layouts, with its pattern. */
const listLeaves = (routes: ServedRoute[], above = ''): { route: string; pattern: string }[] =>
  routes.flatMap(({ id, path = '', children }) => {
    const pattern = `${above}/${path}`.replace(/\/+/g, '/')
    return children ? listLeaves(children, pattern) : [{ route: id.replace('routes/', ''), pattern }]
  })
const leaves = listLeaves(routeTree)

test('every path leads to a route of its own', () => {
  const routes = addresses.map(([name, address]) => [name, findRoute(address)])
  expect(routes.filter(([, route]) => !route || route.endsWith('/$'))).toEqual([])
  expect(new Set(routes.map(([, route]) => route)).size).toBe(routes.length)
})

test('every API path is in the contract', () => {
  const calls = contract.flatMap(({ calls }) => calls.map(({ path }) => path))
  for (const [name, address] of listAddresses(api)) expect(calls, name).toContain(address)
})

/** Routes without a link, with the reason. */
const unlinkedRoutes: Record<string, string> = {
  'dashboard/$': 'Unknown addresses.',
  'site/$': 'Unknown addresses.',
  'site/login': 'Another spelling of paths.portal, for people who type it.',
  'site/robots[.]txt': 'Programs know its address.',
}

test('every screen and file has a path', () => {
  const reached = new Set(addresses.map(([, address]) => findRoute(address)))
  const others = leaves
    .map(({ route }) => route)
    .filter((route) => /^(site|dashboard|files)\//.test(route) && !reached.has(route))
  expect(others.sort()).toEqual(Object.keys(unlinkedRoutes).sort())
})

/** Files that may contain literal addresses, with the reason. */
const allowedFiles: [files: RegExp, why: string][] = [
  [/^paths[.]ts$/, 'The paths themselves.'],
  [/^content\//, 'The initial text of the website is data, which tutors change.'],
  [/^(http|auth)\/|^middleware[.]/, 'Middleware has rules for patterns, including these.'],
  [/^ui\/browser\/api-client[.]ts$/, 'Only it calls the session API.'],
  [/^(routes|domain\/website\/easy-read[.]server)[.]ts$/, 'They append /easy-read to the address of a page.'],
]

const firstSegments = new Set(
  leaves.map(({ pattern }) => pattern.split('/')[1]).filter((first) => first && first !== '*'),
)
/** True for a text that starts like a route's address. */
const isAddress = (text: string) => firstSegments.has(/^\/([^/?#]+)/.exec(text)?.[1])

/** Finds literal addresses in a source, except in SQL. */
function findLiteralAddresses(source: string): string[] {
  // Most sources need no parsing.
  if (!/["'`}][/]/.test(source)) return []
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText().startsWith('sql')) return
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    if (isText && isAddress(node.text)) found.push(node.text)
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true))
  return found
}

test.each([
  [`<Link to="/dashboard/files/3" />`, ['/dashboard/files/3']],
  [`const url = \`\${origin}/events.ics\``, ['/events.ics']],
  [`path.split('/') // '/contact'`, []],
  [`sql\`'/files/' || id\``, []],
])('%s contains the addresses %j', (source, addresses) => {
  expect(findLiteralAddresses(source)).toEqual(addresses)
})

test('the product contains no literal addresses', () => {
  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /[.]tsx?$/.test(file) && !/[.](test|e2e)[.]|^test\//.test(file),
  )
  expect(sources.length).toBeGreaterThan(500)
  const others = sources.filter((file) => !allowedFiles.some(([allowed]) => allowed.test(file)))
  const found = others.flatMap((file) =>
    findLiteralAddresses(readFileSync(`app/${file}`, 'utf8')).map((address) => `${file}: ${address}`),
  )
  expect(found).toEqual([])
})
