import { expect, test } from 'vitest'
import { findTutorRouteFaults } from './tutor-routes'

const IMPORTS = `import { createPageLoader, createSaveResult } from '~/http/forms/pages.server'\n`
const fault = (handler: string) =>
  `route.tsx: the ${handler} is for tutors, so one of ~/http/forms/pages.server’s functions must make it`

test.each([
  ['a loader of null', `access: 'tutor'`, 'export const loader = () => null', ['loader']],
  ['a function', `access: 'tutor'`, 'export async function action() {}', ['action']],
  ['a re-exported one', `access: 'tutor'`, `export { loader } from './other'`, ['loader']],
  ['a maker from elsewhere', `access: 'tutor'`, 'export const loader = createLoader(load)', ['loader']],
  [
    'a function of their module that makes none',
    `access: 'tutor'`,
    'export const loader = createSaveResult()',
    ['loader'],
  ],
  [
    'a declared one under another',
    `access: 'tutor'`,
    `export { other as loader }\nconst loader = createPageLoader(load)`,
    ['loader'],
  ],
  ['only the action is for tutors', `access: { loader: 'user', action: 'tutor' }`, 'export const loader = () => 1', []],
  ['a maker', `access: 'tutor'`, 'export const loader = createPageLoader(async () => null)', []],
])('lint: %s', (_, access, code, handlers) => {
  const text = `${IMPORTS}export const handle = defineScreen({ ${access} })\n${code}\n`
  expect(findTutorRouteFaults('route.tsx', text)).toEqual(handlers.map(fault))
})

test.each([
  ['destructured handlers', 'export const { loader, action } = handlers', 'exports must not be destructured'],
  ['all of a module', `export * from './other'`, 'exports must be named, so that this check sees a loader among them'],
])('lint: exports of %s', (_, code, message) => {
  const text = `${IMPORTS}export const handle = defineScreen({ access: 'tutor' })\n${code}\n`
  expect(findTutorRouteFaults('route.tsx', text)).toEqual([`route.tsx: ${message}`])
})

test.each([
  ['loader', 'export let loader = createPageLoader(load)\nloader = () => null'],
  ['action', 'export var action = createPageAction(run)'],
  ['handle', `export let handle = defineScreen({ access: 'user' })\nhandle = tutors`],
])('lint: a %s that can be assigned again', (_, code) => {
  const text = `${IMPORTS}${code}\n`
  expect(findTutorRouteFaults('route.tsx', text)).toContain('route.tsx: exports must be const')
})

test.each([
  ['createPageLoader', '', 'const createPageLoader = (load) => load'],
  ['createPageLoader', '', 'function createPageLoader(load) { return load }'],
  ['createPageLoader', `import { other as createPageLoader } from './own'`, ''],
  ['createPageLoader', '', `namespace createPageLoader {}`],
  ['defineScreen', '', 'const defineScreen = () => tutors'],
  ['defineScreen', `import { defineScreen } from './own'`, ''],
])('lint: a %s of its own, %s%s', (name, imports, code) => {
  const handle = `export const handle = defineScreen({ access: 'tutor' })`
  const text = `${IMPORTS}${imports}\n${code}\n${handle}\nexport const loader = createPageLoader(load)\n`
  expect(findTutorRouteFaults('route.tsx', text)).toEqual([`route.tsx: another ${name} is declared here`])
})

test('lint: a maker of which only the type is imported', () => {
  const imports = `import { type createPageLoader } from '~/http/forms/pages.server'\nimport type { defineScreen } from '~/screen'`
  const text = `${imports}\nexport const handle = defineScreen({ access: 'tutor' })\nexport const loader = createPageLoader(load)\n`
  expect(findTutorRouteFaults('route.tsx', text)).toEqual([fault('loader')])
})

test.each([
  'export const handle = defineScreen({ ...shared })',
  `export const handle = defineScreen({ access: 'user', ...shared })`,
  'export const handle = defineScreen(TUTORS)',
  'export const handle = defineScreen({ access: TUTOR })',
  'export const handle = defineScreen({ access })',
  `export const handle = defineScreen({ access: { loader: 'user', action: TUTOR } })`,
  `export const handle = defineScreen({ access: { loader: 'user', ...shared } })`,
  `export const handle = { access: 'user' }`,
  `export { handle } from './other'`,
])('lint: access that is not written out, %s', (code) => {
  const text = `${IMPORTS}${code}\nexport const loader = createPageLoader(load)\n`
  const fault = 'route.tsx: access must be written out in the route’s defineScreen'
  expect(findTutorRouteFaults('route.tsx', text)).toEqual([fault])
})
