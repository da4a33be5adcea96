import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { activitySymbols } from '~/content/activity-symbols'
import { ideaSymbols } from '~/content/idea-symbols'
import { iconNames } from './icon'

const drawnIn = (file: string) => [...readFileSync(file, 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)

test('every icon has its drawing, and every drawing is an icon', () => {
  const drawn = drawnIn('app/ui/icons.svg')
  // The logo has colours of its own, and a component (ui/site/logo.tsx).
  expect(drawn.sort()).toEqual([...iconNames, 'logo'].sort())
})

test('every symbol of an activity has its drawing, and every symbol of an idea a name of its own', () => {
  expect(drawnIn('app/ui/activity-symbols.svg')).toEqual(Object.keys(activitySymbols))
  expect(drawnIn('app/ui/idea-symbols.svg')).toEqual(Object.keys(ideaSymbols))
  expect(Object.keys(ideaSymbols).filter((name) => Object.hasOwn(activitySymbols, name))).toEqual([])
})
