import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ScreenDefinition } from '~/screen'
import { getArea, loadDeclarations } from './browser-files'
import { listRoutes } from './route-list'

/** The declaration of a dashboard route with this source, and its file. */
async function declare(source: string): Promise<{ file: string; screen: ScreenDefinition | undefined }> {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-declarations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'app/routes/dashboard/example/route.tsx')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(join(folder, 'app/constants.ts'), `export const ACCESS = 'tutor', BUNDLE = 'website', SCRIPTS = false`)
  writeFileSync(file, `import { ACCESS, BUNDLE, SCRIPTS } from '../../../constants'\n${source}`)
  const declarations = await loadDeclarations([file])
  return { file, screen: declarations.get(file) }
}

const imported = "import { defineScreen } from '~/screen'\nexport const handle = defineScreen"

test.each([
  [`${imported}({ access: ACCESS, title: 'Example' })`, 'tutors'],
  [`${imported}({ access: { action: 'user', loader: ACCESS } })`, 'tutors'],
  [`${imported}({ access: 'user', title: "access: 'tutor'" })`, 'portal'],
  [`${imported}({ access: ACCESS, bundle: BUNDLE })`, 'seldom-website'],
  [`${imported}({ access: ACCESS, scripts: SCRIPTS })`, undefined],
  [`const screen = { access: ACCESS }\nexport { screen as handle }`, 'tutors'],
])('a route’s file in the browser follows from what it declares: %s', async (source, area) => {
  const { file, screen } = await declare(source)
  expect(getArea(file, screen)).toBe(area)
})

test('an imported constant is in the list of routes for the tests', async () => {
  const { screen: handle } = await declare(`${imported}({ access: { loader: ACCESS } })`)
  const routes = {
    root: { id: 'root', file: 'root.tsx', path: '' },
    'routes/dashboard/layout': {
      id: 'routes/dashboard/layout',
      file: 'routes/dashboard/layout.tsx',
      path: 'dashboard',
    },
    'routes/dashboard/example.$id': {
      id: 'routes/dashboard/example.$id',
      parentId: 'routes/dashboard/layout',
      file: 'routes/dashboard/example.$id/route.tsx',
      path: 'example/:id',
    },
  }
  const module = { handle, default: () => null }
  const build = { routes: { 'routes/dashboard/example.$id': { ...routes['routes/dashboard/example.$id'], module } } }
  expect(listRoutes(routes, build)).toEqual([
    { folder: 'dashboard/example.$id', pattern: '/dashboard/example/:id', access: 'tutor', isPage: true },
  ])
})
