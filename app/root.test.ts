import { resolve } from 'node:path'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { beforeAll, expect, test } from 'vitest'
import { protectRoutes } from './http/remix/protect-routes.server'
import { buildBeforeTests } from './test/built'
import { shareRiverbank } from './test/riverbank'

const riverbank = shareRiverbank()
buildBeforeTests()
let build: ServerBuild
beforeAll(async () => {
  build = await import(/* @vite-ignore */ resolve('build/server/index.js'))
})

/** Returns the build with a root loader that fails. */
function failRootLoader(): ServerBuild {
  const root = build.routes.root!
  const loader = () => {
    throw new Error('no such table: settings')
  }
  return { ...build, routes: { ...build.routes, root: { ...root, module: { ...root.module, loader } } } }
}

test.each([
  ['/about', 'Go to the home page'],
  ['/dashboard', 'Go to My Files'],
])('a failure of the root loader at %s has a title, one heading and a link onwards', async (path, link) => {
  const handle = createRequestHandler(protectRoutes(failRootLoader()), 'production')
  const answer = await handle(await riverbank.request(path, { as: 'aoife' }), riverbank.context)
  const page = await answer.text()
  expect(answer.status).toBe(500)
  expect(page.match(/<title>.*?<\/title>/g)).toEqual(['<title>Something went wrong</title>'])
  expect(page.match(/<h[1-6].*?<\/h[1-6]>/g)).toEqual(['<h1>Something went wrong</h1>'])
  expect(page).toContain(link)
  expect(page).toContain('We could not load this. Try again.')
  expect(page).not.toContain('no such table')
})
