import { expect, test } from 'vitest'
import { findByPassword } from '~/domain/accounts/accounts.server'
import { freshForEach } from '~/test/riverbank'
import { newPeople } from './schema'
import { addPeople, readNames, suggestPassword, suggestUsername } from './several-people.server'

const riverbank = freshForEach()
const centre = { name: 'Riverbank Centre', shortName: 'Riverbank' }
const add = (names: string, role: 'student' | 'tutor' = 'student') =>
  addPeople(riverbank.db, riverbank.people.aoife, newPeople.parse({ names, role }), centre)
const usernames = async () => (await riverbank.db.selectFrom('users').select('username').execute()).length

test('a list of names becomes accounts, each with a password that works', async () => {
  const people = await add('Áine Ní Bhriain\r\n\r\n  Byrne, Mary Kate \n2. Łukasz Wójcik\n• Áine Nolan\n李 小龙')
  expect(people.map(({ firstName, lastName, username }) => [firstName, lastName, username])).toEqual([
    ['Áine', 'Ní Bhriain', 'aine.n'],
    ['Mary Kate', 'Byrne', 'marykate.b'],
    ['Łukasz', 'Wójcik', 'lukasz.w'],
    ['Áine', 'Nolan', 'aine.n2'],
    ['李', '小龙', 'student'],
  ])
  for (const { id, username, password } of people) {
    expect(password).toMatch(/^[a-z]+-[a-z]+-[a-z]+$/)
    expect(await findByPassword(riverbank.db, username, password)).toMatchObject({ id, role: 'student' })
  }
  const log = await riverbank.db.selectFrom('activity').select(['action', 'title']).execute()
  expect(log.slice(-5)).toEqual(people.map(({ username }) => ({ action: 'added', title: username })))
})

test('with one line wrong nobody is added, and each such line is named', async () => {
  const before = await usernames()
  await expect(add('Mary Byrne\nCher\nDaniel Okafor\nMARY BYRNE\n,\nA, B, C')).rejects.toMatchObject({
    status: 400,
    errors: {
      names: [
        'Line 2: ‘Cher’ needs a first name and a last name.',
        'Line 3: ‘Daniel Okafor’ has an account already.',
        'Line 4: ‘MARY BYRNE’ stands here twice.',
        'Line 5: ‘,’ needs a first name and a last name.',
        'Line 6: ‘A, B, C’ needs a first name and a last name.',
      ],
    },
  })
  expect(await usernames()).toBe(before)
})

test.each([
  ['\u200b\u202e', 'Line 1'],
  [Array.from({ length: 31 }, (_, n) => `Mary ${'B'.repeat(n + 1)}`).join('\n'), 'at most 30 names'],
  ['x'.repeat(300), 'first name and a last name'],
  [`Mary ${'x'.repeat(300)}`, 'first name and a last name'],
  ['<script>alert(1)</script>', 'first name and a last name'],
  ['Mary Byrne\nByrne, Mary', 'Line 2: ‘Byrne, Mary’ stands here twice.'],
])('the list %j is refused', (names, words) => {
  expect(() => readNames(names)).toThrow(words)
})

test.each([
  ['Zoë', 'Møller', 'zoe.m2'],
  ['Ж', '\'"', 'tutor2'],
  ['O’Neill', '-', 'oneill'],
  ['a'.repeat(200), 'b', `${'a'.repeat(30)}.b`],
])('the username of %s %s is free and plain', async (firstName, lastName, username) => {
  const isTaken = async (one: string) => ['tutor', 'zoe.m'].includes(one)
  expect(await suggestUsername({ firstName, lastName }, 'tutor', isTaken)).toBe(username)
})

test('suggested passwords differ, and none is one that could be guessed', async () => {
  const person = { username: 'river.s', firstName: 'River', lastName: 'Stone' }
  const passwords = new Set<string>()
  for (let time = 0; time < 50; time++) passwords.add(await suggestPassword(person, centre))
  expect(passwords.size).toBe(50)
})
