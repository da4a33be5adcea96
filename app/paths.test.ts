import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { matchRoutes, type RouteObject } from 'react-router-dom'
import ts from 'typescript'
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

/** Files that may spell an address out, and why. */
const spelledOut: [files: RegExp, why: string][] = [
  [/^paths[.]ts$/, 'The site map itself.'],
  [/^content\//, 'The first words of the website are data, which tutors change.'],
  [/^(http|auth)\/|^middleware[.]/, 'What every request passes has rules for patterns, of which these are some.'],
  [/^ui\/browser\/api-client[.]ts$/, 'Nobody else calls the API about sessions.'],
  [/^(routes|domain\/website\/easy-read[.]server)[.]ts$/, 'There /easy-read stands behind the address of a page.'],
]

const firsts = new Set(leaves.map(({ pattern }) => pattern.split('/')[1]).filter((first) => first && first !== '*'))
/** True for a text that begins as the address of a route does. */
const isAddress = (text: string) => firsts.has(/^\/([^/?#]+)/.exec(text)?.[1])

/** The addresses that a source spells out; not in SQL, nor at which of them a screen has parts (`views`): those are for the checks. */
function spelledIn(source: string): string[] {
  // Of most sources nothing has to be parsed.
  if (!/["'`}][/]/.test(source)) return []
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'views') return
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText().startsWith('sql')) return
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    if (isText && isAddress(node.text)) found.push(node.text)
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true))
  return found
}

test.each([
  [`redirect('/contact?sent')`, ['/contact?sent']],
  [`<Link to="/dashboard/files/3" />`, ['/dashboard/files/3']],
  [`const at = \`/news/\${id}\``, ['/news/']],
  [`const url = \`\${origin}/events.ics\``, ['/events.ics']],
  [`path.split('/') // '/contact'`, []],
  [`/^[/]contact/.test(path)`, []],
  [`sql\`'/files/' || id\``, []],
])('in %s the addresses are %j', (source, addresses) => {
  expect(spelledIn(source)).toEqual(addresses)
})

test('the product takes its addresses from the site map', () => {
  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /[.]tsx?$/.test(file) && !/[.](test|e2e)[.]|^test\//.test(file),
  )
  expect(sources.length).toBeGreaterThan(500)
  const others = sources.filter((file) => !spelledOut.some(([allowed]) => allowed.test(file)))
  const found = others.flatMap((file) =>
    spelledIn(readFileSync(`app/${file}`, 'utf8')).map((address) => `${file}: ${address}`),
  )
  expect(found).toEqual([])
})
