import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconNames } from './icon'

test('every icon has its drawing, and every drawing is an icon', () => {
  const drawn = [...readFileSync('app/ui/icons.svg', 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name)
  // The logo has colours of its own, and a component (ui/site/logo.tsx).
  expect(drawn.sort()).toEqual([...iconNames, 'logo'].sort())
})
