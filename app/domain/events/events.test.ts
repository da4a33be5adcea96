import { afterEach, beforeEach, expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { addEvent, changeEvent, findEvent, listEvents, removeEvent } from './events.server'
import { eventForm, type NewEvent, newEvent } from './schema'
import { moveTerm, readTerm } from './term.server'

const tea: NewEvent = {
  title: 'Tea morning',
  description: 'With scones.',
  time: '10:00-11:30',
  location: 'Main hall',
  day: 14,
  month: 'October',
  year: 2025,
}
let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

const deeds = async () =>
  (await listActivity(riverbank.db))
    .filter(({ noun }) => noun !== 'account')
    .map(({ actorName, action, noun, title }) => [actorName, action, noun, title])

test('an event is added, changed and removed, and each is noted', async () => {
  const { db, people } = riverbank
  const event = await addEvent(db, people.aoife, tea)
  expect(event).toEqual({ id: event.id, ...tea, version: 1 })
  const later = { ...tea, title: 'Tea afternoon', time: '14:00' }
  expect(await changeEvent(db, people.aoife, event.id, { patch: later })).toEqual({
    id: event.id,
    ...later,
    version: 2,
  })
  expect(await findEvent(db, event.id)).toEqual({ id: event.id, ...later, version: 2 })
  expect(await removeEvent(db, people.aoife, event.id)).toMatchObject({ id: event.id })
  expect((await listEvents(db)).items).toEqual([])
  expect(await deeds()).toEqual([
    ['Aoife Brennan', 'deleted', 'event', 'Tea afternoon'],
    ['Aoife Brennan', 'changed', 'event', 'Tea afternoon'],
    ['Aoife Brennan', 'added', 'event', 'Tea morning'],
  ])
})

test('an event that is not there can be neither changed nor removed, and nothing is noted', async () => {
  const { db, people } = riverbank
  await expect(changeEvent(db, people.aoife, 7, { patch: tea })).rejects.toMatchObject({ status: 404 })
  await expect(removeEvent(db, people.aoife, 7)).rejects.toMatchObject({ status: 404 })
  expect(await deeds()).toEqual([])
})

test('events are listed by day and hour, not by how their words sort', async () => {
  const { db, people } = riverbank
  for (const [title, time, day, month, year] of [
    ['December', '10:00', 1, 'December', 2025],
    ['next year', '10:00', 2, 'January', 2026],
    ['afternoon', '14:00', 9, 'October', 2025],
    ['morning', '9:30-11:00', 9, 'October', 2025],
    ['all day', null, 9, 'October', 2025],
    ['before', '10:00', 10, 'September', 2025],
  ] as const)
    await addEvent(db, people.aoife, { ...tea, title, time, day, month, year })
  expect((await listEvents(db)).items.map(({ title }) => title)).toEqual([
    'before',
    'all day',
    'morning',
    'afternoon',
    'December',
    'next year',
  ])
})

test('the term is September 2025 until a tutor moves it, which is noted', async () => {
  const { db, people } = riverbank
  expect(await readTerm(db)).toEqual({ month: 'September', year: 2025 })
  await moveTerm(db, people.aoife, { month: 'November', year: 2026 })
  await moveTerm(db, people.aoife, { month: 'January', year: 2026 })
  expect(await readTerm(db)).toEqual({ month: 'January', year: 2026 })
  expect((await deeds())[0]).toEqual(['Aoife Brennan', 'moved', 'term', 'January to April, from 2026'])
})

const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))

test('both doors make the same event', () => {
  const { day: _, month: __, year: ___, ...words } = tea
  expect(eventForm.parse({ ...words, date: '2025-10-14' })).toEqual(tea)
  expect(eventForm.parse({ ...words, date: '14/10/2025' })).toEqual(tea)
  expect(newEvent.parse(tea)).toEqual(tea)
  const bare = { title: 'Tea', day: 1, month: 'May', year: 2026 }
  expect(newEvent.parse(bare)).toEqual({ ...bare, description: null, time: null, location: null })
})

test('a title and a real date are required at both doors', () => {
  const noDate = 'Please enter a date, for example 14/10/2025.'
  expect(messages(eventForm.safeParse({}))).toEqual({ title: 'Title is required.', date: noDate })
  for (const date of ['2025-02-29', '2025-13-01', '31/11/2025', 'tomorrow', '1999-12-31'])
    expect(messages(eventForm.safeParse({ title: 'Tea', date })), date).toEqual({ date: noDate })
  expect(messages(newEvent.safeParse({ ...tea, title: ' ', day: 31, month: 'November' }))).toEqual({
    title: 'Title is required.',
    day: noDate,
  })
  expect(Object.keys(messages(newEvent.safeParse({ title: 'Tea' })))).toEqual(['day', 'month', 'year'])
  expect(Object.keys(messages(newEvent.safeParse({ ...tea, day: '14' })))).toEqual(['day'])
})

test('a change keeps what it leaves out, and the whole keeps to the rules', async () => {
  const { db, people } = riverbank
  const { id } = await addEvent(db, people.aoife, tea)
  const change = (patch: object) => changeEvent(db, people.aoife, id, { patch })
  expect(await change({ title: 'Coffee morning' })).toMatchObject({ ...tea, title: 'Coffee morning', version: 2 })
  expect(await change({ description: null })).toMatchObject({ description: null, title: 'Coffee morning', version: 3 })
  await expect(change({ month: 'February', day: 30 })).rejects.toMatchObject({
    status: 400,
    errors: { day: [expect.stringContaining('Please enter a date')] },
  })
  expect(await findEvent(db, id)).toMatchObject({ day: tea.day, version: 3 })
})
