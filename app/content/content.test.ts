import { expect, test } from 'vitest'
import { aboutText } from './about'
import { accessibilityStatement } from './accessibility-statement'
import { achievementsContent } from './achievements'
import { activitiesContent } from './activities'
import { directorsContent } from './board'
import * as contact from './contact'
import { easyReadContent } from './easy-read'
import { familyResourcesContent } from './family-resources'
import { fill } from './fill'
import * as help from './help'
import { homeText } from './home'
import { privacyPolicy } from './privacy-policy'
import { termsOfService } from './terms-of-service'

const site = {
  name: 'Riverbank Day Service',
  shortName: 'Riverbank',
  phone: '020 910 0100',
  email: 'office@riverbank.example',
  address: 'Quay Lane, Dublin 7',
}

const pages = {
  about: aboutText,
  achievementsContent,
  activitiesContent,
  directorsContent,
  contact,
  familyResourcesContent,
  help,
  home: homeText,
}
const everything = { ...pages, easyReadContent, privacyPolicy, termsOfService, accessibilityStatement }

function listTexts(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => listTexts(inner, `${path}/${key}`))
}

test('neighbouring activities have different tints', () => {
  const { items } = activitiesContent.grid
  for (const columns of [1, 2, 3, 4]) {
    const places = items.map(({ tint }, i) => ({ tint, row: Math.floor(i / columns), column: i % columns }))
    const touching = places.flatMap((a) =>
      places.filter(
        (b) => a !== b && Math.abs(a.row - b.row) <= 1 && Math.abs(a.column - b.column) <= 1 && a.tint === b.tint,
      ),
    )
    expect(touching, `${columns} columns`).toEqual([])
  }
})

test('all placeholders are replaced, and values with replacement patterns are inserted unchanged', () => {
  expect(fill('{shortName}: ring {phone}. {shortName} answers.', site)).toBe(
    'Riverbank: ring 020 910 0100. Riverbank answers.',
  )
  expect(fill('{shortName}', { ...site, shortName: "$& $' {phone}" })).toBe("$& $' {phone}")
  for (const { path, text } of listTexts(everything)) expect(fill(text, site), path).not.toMatch(/[{}]/)
})
