import { expect, test } from 'vitest'
import { judge } from './check-dependencies.mjs'

test('what is behind or in an advisory is due unless the README holds it back or a test tries it', () => {
  const advisory = (name: string, id: string) => ({
    name,
    severity: 'high',
    via: [{ title: 'Open redirect', url: `https://github.com/advisories/${id}` }, 'another-package'],
  })
  const told = judge({
    outdated: { react: { current: '18.3.1', latest: '19.3.1' }, zod: { current: '4.6.7', latest: '4.7.0' } },
    packages: { '': {}, 'node_modules/a/node_modules/b': { deprecated: 'Use c', dev: true }, 'node_modules/c': {} },
    vulnerabilities: { react: advisory('react', 'GHSA-1'), zod: advisory('zod', 'GHSA-2') },
    readme: '| react | 18.3.1 | 19 |',
    tried: 'describe("GHSA-1")',
  })
  expect(told.behind.map(({ isDue }) => isDue)).toEqual([false, true])
  expect(told.deprecated).toEqual([{ text: 'b (development): Use c', isDue: false }])
  expect(told.advisories.map(({ isDue }) => isDue)).toEqual([false, true])
  expect(told.advisories[1]?.text).toContain('zod, high: Open redirect')
})
