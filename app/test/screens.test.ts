import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { portalPlaces, sitePlaces } from './screens'

test.each([
  ['site', sitePlaces],
  ['dashboard', portalPlaces],
])('every screen of %s is listed', (group, places) => {
  const folders = readdirSync(`app/routes/${group}`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(places).sort())
})
