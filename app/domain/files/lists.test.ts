import { beforeAll, expect, test } from 'vitest'
import { addAccount, closeAccount } from '~/domain/accounts/accounts.server'
import { addSampleFile } from '~/test/records'
import { shareRiverbank } from '~/test/riverbank'
import { logOpened } from './file-views.server'
import {
  listNewestDocuments,
  listPlaces,
  paginateDocuments,
  paginateStudentDocuments,
  searchDocuments,
} from './lists.server'

const riverbank = shareRiverbank()
let second: number

const titles = (files: { title: string }[]) => files.map(({ title }) => title)

beforeAll(async () => {
  const namesake = {
    username: 'second.daniel',
    password: 'river stone bread',
    role: 'student',
    firstName: 'Daniel',
  } as const
  second = await addAccount(riverbank.db, { ...namesake, lastName: 'Okafor' })
  for (let number = 1; number <= 23; number++)
    await addSampleFile(riverbank, { title: `Sheet ${number}`, studentId: riverbank.people.daniel.id })
  await addSampleFile(riverbank, { title: 'Ámhrán na gCór', isShared: true })
  await addSampleFile(riverbank, { title: 'Rota' })
})

test('the places are everyone’s and tutors’ files, then each student’s, with usernames for equal names', async () => {
  expect(await listPlaces(riverbank.db, riverbank.people.aoife)).toEqual([
    { whose: 'shared', name: 'Shared', files: 1 },
    { whose: 'tutors', name: 'Tutors only', files: 1 },
    { whose: riverbank.people.daniel.id, name: `Daniel Okafor (${riverbank.people.daniel.username})`, files: 23 },
    { whose: second, name: 'Daniel Okafor (second.daniel)', files: 0 },
    { whose: riverbank.people.niamh.id, name: 'Niamh Walsh', files: 0 },
  ])
})

test('a place has ten files a page, newest first', async ({ db, people }) => {
  const first = await paginateDocuments(db, people.aoife, people.daniel.id, 1)
  expect(first).toMatchObject({ page: 1, pages: 3, found: 23 })
  expect(titles(first.items).slice(0, 2)).toEqual(['Sheet 23', 'Sheet 22'])
  const last = titles((await paginateDocuments(db, people.aoife, people.daniel.id, 99)).items)
  expect(last).toEqual(['Sheet 3', 'Sheet 2', 'Sheet 1'])
  expect(titles((await paginateDocuments(db, people.aoife, 'tutors', 1)).items)).toEqual(['Rota'])
  expect(titles((await paginateDocuments(db, people.aoife, 'shared', 1)).items)).toEqual(['Ámhrán na gCór'])
})

test('without a choice the newest five of each are listed', async ({ db, people }) => {
  expect(titles(await listNewestDocuments(db, people.aoife, false))).toEqual([
    'Rota',
    ...Array.from({ length: 4 }, (_, place) => `Sheet ${23 - place}`),
  ])
  expect(titles(await listNewestDocuments(db, people.aoife, true))).toEqual(['Ámhrán na gCór'])
})

test.each([
  ['amhran', ['Ámhrán na gCór']],
  ['SHEET 23', ['Sheet 23']],
  ['sheet\u00a0 23\u200b', ['Sheet 23']],
  ['%', []],
  ['nothing', []],
])('a search ignores case and accents: %s', async (text, expected) => {
  expect(titles((await searchDocuments(riverbank.db, riverbank.people.aoife, text, 1)).items)).toEqual(expected)
})

test('a student gets a few a page, and never another student’s', async ({ db, people }) => {
  expect(await paginateStudentDocuments(db, people.daniel, 'own', 1)).toMatchObject({ pages: 6, found: 23 })
  expect(await paginateStudentDocuments(db, people.niamh, 'own', 1)).toMatchObject({ items: [], found: 0 })
  for (const owner of [people.daniel.id, 'tutors'] as const)
    expect((await paginateDocuments(db, people.niamh, owner, 1)).items).toEqual([])
})

test('a student’s own unopened files come first, and of those the newest', async ({ db, people }) => {
  const opened = await paginateStudentDocuments(db, people.daniel, 'own', 1)
  for (const file of opened.items) if (file.title !== 'Sheet 22') await logOpened(db, people.daniel, file)
  expect(titles((await paginateStudentDocuments(db, people.daniel, 'own', 1)).items)).toEqual([
    'Sheet 22',
    'Sheet 19',
    'Sheet 18',
    'Sheet 17',
  ])
  const last = await paginateStudentDocuments(db, people.daniel, 'own', 6)
  expect(titles(last.items)).toEqual(['Sheet 23', 'Sheet 21', 'Sheet 20'])
  expect(last).toMatchObject({ page: 6, pages: 6, found: 23 })
})

test('a closed account keeps its place while it has files', async ({ db, people }) => {
  await addSampleFile(riverbank, { title: 'Letter', studentId: second })
  await closeAccount(db, 'second.daniel')
  const places = await listPlaces(db, people.aoife)
  expect(places.find(({ whose: owner }) => owner === second)).toMatchObject({ files: 1 })
})
