import { beforeAll, expect, test } from 'vitest'
import { addAccount, closeAccount } from '~/domain/accounts/accounts.server'
import { addSampleFile } from '~/test/records'
import { shareRiverbank } from '~/test/riverbank'
import { logOpened } from './file-views.server'
import {
  listPlaces,
  paginateDocuments,
  paginatePersonalDocuments,
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

test('without a choice a tutor gets ten a page of all files that are not shared', async ({ db, people }) => {
  const first = await paginatePersonalDocuments(db, people.aoife, 1)
  expect(titles(first.items)).toEqual(['Rota', ...Array.from({ length: 9 }, (_, index) => `Sheet ${23 - index}`)])
  expect(first).toMatchObject({ pages: 3, found: 24 })
  const last = await paginatePersonalDocuments(db, people.aoife, 3)
  expect(titles(last.items)).toEqual(['Sheet 4', 'Sheet 3', 'Sheet 2', 'Sheet 1'])
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

test('a student gets ten a page, and never another student’s', async ({ db, people }) => {
  expect(await paginateStudentDocuments(db, people.daniel, 'own', 1)).toMatchObject({ pages: 3, found: 23 })
  expect(await paginateStudentDocuments(db, people.niamh, 'own', 1)).toMatchObject({ items: [], found: 0 })
  for (const owner of [people.daniel.id, 'tutors'] as const)
    expect((await paginateDocuments(db, people.niamh, owner, 1)).items).toEqual([])
})

test('a student’s own unopened files come first, and of those the newest', async ({ db, people }) => {
  const opened = await paginateStudentDocuments(db, people.daniel, 'own', 1)
  for (const file of opened.items) if (file.title !== 'Sheet 22') await logOpened(db, people.daniel, file)
  const sheets = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, index) => `Sheet ${from - index}`)
  const own = await paginateStudentDocuments(db, people.daniel, 'own', 1)
  expect(titles(own.items)).toEqual(['Sheet 22', ...sheets(13, 5)])
  const last = await paginateStudentDocuments(db, people.daniel, 'own', 3)
  expect(titles(last.items)).toEqual(sheets(16, 14))
  expect(last).toMatchObject({ page: 3, pages: 3, found: 23 })
})

test('a closed account keeps its place while it has files', async ({ db, people }) => {
  await addSampleFile(riverbank, { title: 'Letter', studentId: second })
  await closeAccount(db, 'second.daniel')
  const places = await listPlaces(db, people.aoife)
  expect(places.find(({ whose: owner }) => owner === second)).toMatchObject({ files: 1 })
})
