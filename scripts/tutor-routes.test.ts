import { expect, test } from 'vitest'
import { findTutorRouteFaults } from './tutor-routes'

const IMPORTS = `import { createPageLoader } from '~/http/forms/pages.server'\n`
const fault = (handler: string) =>
  `route.tsx: the ${handler} is for tutors, so one of ~/http/forms/pages.server’s functions must make it`

test.each([
  ['a loader of null', `access: 'tutor'`, 'export const loader = () => null', ['loader']],
  ['a function', `access: 'tutor'`, 'export async function action() {}', ['action']],
  ['a re-exported one', `access: 'tutor'`, `export { loader } from './other'`, ['loader']],
  ['a maker from elsewhere', `access: 'tutor'`, 'export const loader = createLoader(load)', ['loader']],
  ['only the action is for tutors', `access: { loader: 'user', action: 'tutor' }`, 'export const loader = () => 1', []],
  ['a maker', `access: 'tutor'`, 'export const loader = createPageLoader(async () => null)', []],
])('lint: %s', (_, access, code, handlers) => {
  const text = `${IMPORTS}export const handle = defineScreen({ ${access} })\n${code}\n`
  expect(findTutorRouteFaults('route.tsx', text)).toEqual(handlers.map(fault))
})
