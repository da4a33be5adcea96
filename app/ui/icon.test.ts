import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { activitySymbols } from '~/content/activity-symbols'
import { ideaSymbols } from '~/content/idea-symbols'
import { iconNames } from './icon'

const listSymbols = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)

test('every icon has a drawing, and every drawing is an icon', () => {
  const drawn = listSymbols('app/ui/icons.svg')
  // The logo has its own colours and component (ui/site/logo.tsx).
  expect(drawn.sort()).toEqual([...iconNames, 'logo'].sort())
})

test('every activity and idea symbol has a drawing and a unique name', () => {
  expect(listSymbols('app/ui/activity-symbols.svg')).toEqual(Object.keys(activitySymbols))
  expect(listSymbols('app/ui/idea-symbols.svg')).toEqual(Object.keys(ideaSymbols))
  expect(Object.keys(ideaSymbols).filter((name) => Object.hasOwn(activitySymbols, name))).toEqual([])
})
