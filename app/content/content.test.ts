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
import { neutralTexts } from './neutral-texts'
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
  neutralTexts,
}
const everything = { ...pages, easyReadContent, privacyPolicy, termsOfService, accessibilityStatement }

function listTexts(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => listTexts(inner, `${path}/${key}`))
}

test('the sixteen activities of the specification are in its order, and neighbours have different tints', () => {
  const { items } = activitiesContent.grid
  const names =
    'Active Healthy Me, Online Safety, Music & Choir, Digital Photography, Drama, Literacy & Numeracy, Computer Skills, ' +
    'Self Advocacy, Thinking Skills, Social Club, Book Club, Art, Life Skills, Money Management, QQI Classes, Work Experience'
  expect(items.map(({ name }) => name).join(', ')).toBe(names)
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

test('the other pages contain what the specification requires', () => {
  expect(familyResourcesContent.cards.items.map(({ category }) => category)).toEqual([
    'HSE Services',
    ...['Advocacy', 'Advocacy', 'Rights & Legal', 'Rights & Legal'],
    'Planning & Support',
  ])
  expect(achievementsContent.cards.items).toHaveLength(8)
  const values = ['Respect', 'Inclusion', 'Empowerment', 'Collaboration', 'Growth']
  expect(homeText.values.items.map(({ title }) => title)).toEqual(values)
  expect(homeText.offers.items.map(({ title }) => title)).toEqual(['Care & Development', 'Community', 'Support'])
  const events = homeText.events.items.map(({ date, time }) => `${date} ${time}`)
  expect(events).toEqual(['2025-07-25 14:00-16:00', '2025-12-12 14:00-17:00'])
  expect(aboutText.story.timeline.map(({ year }) => year)).toEqual([1998, 1999, 2020, 2021])
  expect(aboutText.today.stats.map(({ value }) => value)).toEqual(['25+ years', '100%'])
  expect(contact.openingHours).toEqual(['Monday to Friday 9:30 - 16:30', 'Closed weekends and public holidays'])
})

test('all placeholders are replaced, and values with replacement patterns are inserted unchanged', () => {
  expect(fill('{shortName}: ring {phone}. {shortName} answers.', site)).toBe(
    'Riverbank: ring 020 910 0100. Riverbank answers.',
  )
  expect(fill('{shortName}', { ...site, shortName: "$& $' {phone}" })).toBe("$& $' {phone}")
  for (const { path, text } of listTexts(everything)) expect(fill(text, site), path).not.toMatch(/[{}]/)
})
