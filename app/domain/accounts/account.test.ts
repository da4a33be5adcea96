import { expect, test } from 'vitest'
import { byName, calledAmong, namesAmong } from './account'

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

test('the same name twice is told apart by username', () => {
  expect([...namesAmong(people).values()]).toEqual([
    'Daniel Okafor (user.1)',
    'daniel okafor (user.2)',
    'Daniel Burke',
    'Niamh Walsh',
  ])
})

test('a first name stands alone only where nobody else has it', () => {
  expect([...calledAmong(people).values()]).toEqual([
    'Daniel Okafor (user.1)',
    'daniel okafor (user.2)',
    'Daniel Burke',
    'Niamh',
  ])
})

test('people stand in the order in which one looks a name up, whatever its accents, capitals and apostrophes', () => {
  const firstNames = ['Zoë', 'áine', 'Łukasz', 'Ewa', 'aidan', 'Aisling', 'Luke', 'Mary', 'Éabha', 'Áine']
  const lastNames = ["O'Brien", 'Ó Briain', 'Okafor', 'Żak', 'Nowak']
  const firsts = byName(firstNames.map((name, place) => person(place, name, 'Walsh')))
  expect(firsts.map(({ firstName }) => firstName)).toEqual([
    ...['aidan', 'áine', 'Áine', 'Aisling', 'Éabha', 'Ewa', 'Łukasz', 'Luke', 'Mary', 'Zoë'],
  ])
  const lasts = byName(lastNames.map((name, place) => person(place, 'Anna', name)))
  expect(lasts.map(({ lastName }) => lastName)).toEqual(['Nowak', 'Ó Briain', "O'Brien", 'Okafor', 'Żak'])
  const same = [person(2, 'Niamh', 'Walsh'), person(1, 'Niamh', 'Walsh')]
  expect(byName(same).map(({ id }) => id)).toEqual([1, 2])
})
