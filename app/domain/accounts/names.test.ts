import { expect, test } from 'vitest'
import { calledAmong, namesAmong } from './names'

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
