import { expect, test } from 'vitest'
import { isHomeOn, paginateHomeItems, switchHome } from '~/domain/at-home/at-home.server'
import { findCurrentConsents } from '~/domain/consent/consents.server'
import { countPicturesOfStudent } from '~/domain/consent/pictures.server'
import { findPortalView } from '~/domain/portal-view/portal-view.server'
import { shareRiverbank } from '~/test/riverbank'
import type { Database } from '~db/schema'
import { type Account, createNameFinder, formatSomeNames, getListNames, getShortNames, sortByName } from './account'
import { findSecondStep } from './second-step.server'

const person = (id: number, firstName: string, lastName: string) => ({
  id,
  username: `user.${id}`,
  firstName,
  lastName,
})
const people = [
  person(1, 'Daniel', 'Okafor'),
  person(2, 'daniel', 'okafor'),
  person(3, 'Daniel', 'Burke'),
  person(4, 'Niamh', 'Walsh'),
]

test('people with the same name get their usernames; a first name is used alone only if it is unique', () => {
  const firsts = ['Daniel Okafor (user.1)', 'daniel okafor (user.2)', 'Daniel Burke']
  expect([...getListNames(people).values()]).toEqual([...firsts, 'Niamh Walsh'])
  expect([...getShortNames(people).values()]).toEqual([...firsts, 'Niamh'])
  expect([...getListNames([person(1, 'Cher', '')]).values()]).toEqual(['Cher'])
})

test('people are sorted as names are looked up, ignoring accents, capitals and apostrophes', () => {
  const firstNames = ['Zoë', 'áine', 'Łukasz', 'Ewa', 'aidan', 'Aisling', 'Luke', 'Mary', 'Éabha', 'Áine']
  const lastNames = ["O'Brien", 'Ó Briain', 'Okafor', 'Żak', 'Nowak']
  const firsts = sortByName(firstNames.map((name, index) => person(index, name, 'Walsh')))
  expect(firsts.map(({ firstName }) => firstName).join(' ')).toBe(
    'aidan áine Áine Aisling Éabha Ewa Łukasz Luke Mary Zoë',
  )
  const lasts = sortByName(lastNames.map((name, index) => person(index, 'Anna', name)))
  expect(lasts.map(({ lastName }) => lastName)).toEqual(['Nowak', 'Ó Briain', "O'Brien", 'Okafor', 'Żak'])
  const same = [person(2, 'Niamh', 'Walsh'), person(1, 'Niamh', 'Walsh')]
  expect(sortByName(same).map(({ id }) => id)).toEqual([1, 2])
})

test('of many names, the first and the number of others are shown', () => {
  expect(formatSomeNames([])).toBe('')
  expect(formatSomeNames(['Daniel', 'Niamh'])).toBe('Daniel and Niamh')
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
  expect(formatSomeNames(names)).toBe('A, B, C, D, E, F, G and H')
  expect(formatSomeNames([...names, 'I'])).toBe('A, B, C, D, E, F, G and 2 more')
})

test.each([
  ['Seán', ['Walk with Sean', 'SEAN’s party', 'Seáns birthday', "sean's"], ['Seasons', 'Sea swim']],
  ['Ó Briain', ['Tea with Obriain', 'Ó BRIAIN', 'O’Briain’s house', 'briain'], ['Brian Boru', 'O']],
  ["O'Brien", ['O’Brien', 'OBrien', 'o brien', 'Obriens'], ['Brie']],
  ['MacMahon', ['Mac Mahon', 'macmahon'], ['Mac']],
  ['Mary-Kate', ['Marykate', 'Mary', 'Kate’s'], ['Market']],
  ['Łukasz', ['lukasz'], ['Luke']],
])('the name %s is found however it is written, and not in other words', (name, texts, others) => {
  const isNamed = createNameFinder([name])
  expect(texts.filter((text) => !isNamed(text))).toEqual([])
  expect(others.filter(isNamed)).toEqual([])
})

const riverbank = shareRiverbank()

type Read = (db: Database, reader: Account, id: number) => Promise<unknown>
test.each<[string, Read, unknown]>([
  ['photo permissions', async (...of) => (await findCurrentConsents(...of)).length, 5],
  ['pictures', (...of) => countPicturesOfStudent(...of, 'website'), 0],
  ['what the portal shows', async (...of) => (await findPortalView(...of)).version, 1],
  ['whether home is on', isHomeOn, true],
  ['items at home', async (...of) => (await paginateHomeItems(...of, 1)).found, 0],
  ['second step', findSecondStep, null],
])('%s: read by the student and tutors, not by another student', async (_, read, expected) => {
  const { db, people } = riverbank
  const { aoife, daniel, niamh } = people
  await switchHome(db, aoife, daniel.id, true)
  expect([await read(db, daniel, daniel.id), await read(db, aoife, daniel.id)]).toEqual([expected, expected])
  await expect(read(db, niamh, daniel.id)).rejects.toMatchObject({ kind: 'notFound' })
})
