import { expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { formatShortDate, getLastYear } from './days'
import { paginateEventLines } from './event-lines.server'
import { listTermEvents, paginateWebsiteEvents, summariseByDay } from './event-lists.server'
import {
  addEvent,
  addSeries,
  changeEvent,
  changeEvents,
  findEvent,
  findSeries,
  listClosedDays,
  listEvents,
  listEventsForCalendars,
  listEventsInRange,
  listUpcomingEvents,
  listUpcomingWebsiteEvents,
  listWebsiteEventsForCalendars,
  removeEvents,
} from './events.server'
import { eventEdit, eventForm, type NewEvent, newEvent } from './schema'

const tea: NewEvent = {
  title: 'Tea morning',
  description: 'With scones.',
  time: '10:00-11:30',
  location: 'Main hall',
  day: 14,
  month: 'October',
  year: 2025,
  onWebsite: true,
  closed: false,
  endDate: null,
}
const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

const activity = async () =>
  (await listActivity(riverbank.db, aoife))
    .filter(({ noun }) => noun === 'event')
    .map(({ action, title }) => `${action} ${title}`)
const add = (event: Partial<NewEvent>) => addEvent(riverbank.db, aoife, { ...tea, ...event })
const titles = async () => (await listEvents(riverbank.db, aoife)).items.map(({ title }) => title)

test('events are listed by day and hour, not alphabetically', async ({ db }) => {
  await add({ title: 'December', day: 1, month: 'December' })
  await add({ title: 'next year', day: 2, month: 'January', year: 2026 })
  await add({ title: 'afternoon', time: '14:00', day: 9 })
  await add({ title: 'morning', time: '9:30-11:00', day: 9 })
  await add({ title: 'all day', time: null, day: 9 })
  await add({ title: 'before', day: 10, month: 'September' })
  expect(await titles()).toEqual(['before', 'all day', 'morning', 'afternoon', 'December', 'next year'])
  const now = { day: 10, month: 'October', year: 2025 } as const
  const lines = async (isPast: boolean) =>
    (await paginateEventLines(db, aoife, now, { page: 1, isPast })).items.map(({ title }) => title)
  expect(await lines(false)).toEqual(['December', 'next year'])
  expect(await lines(true)).toEqual(['afternoon', 'morning', 'all day', 'before'])
  expect((await paginateEventLines(db, aoife, { ...now, day: 9 }, { page: 1 })).items[0]?.title).toBe('all day')
})

const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))

test('the page and the API create the same event, on the website unless its box is unticked or a call says otherwise', () => {
  const { day: _, month: __, year: ___, onWebsite: ____, ...words } = tea
  for (const form of [{ date: '2025-10-14' }, { date: '14/10/2025', repeatUntil: '' }])
    expect(eventForm.parse({ ...words, ...form, onWebsite: 'on' })).toEqual({
      ...tea,
      repeat: 'week',
      repeatUntil: null,
    })
  expect(eventForm.parse({ ...words, date: '14/10/2025' }).onWebsite).toBe(false)
  expect(newEvent.parse({ ...tea, onWebsite: undefined })).toEqual(tea)
  expect(newEvent.parse({ ...tea, onWebsite: false }).onWebsite).toBe(false)
})

test('a day of the calendar shows its first event, or why the centre is closed', async ({ db }) => {
  const long = 'A walk along the canal with the choir and the art class'
  await add({ title: 'Lunch', time: '13:00' })
  await add({ title: 'Art', time: '9:30' })
  await add({ title: long, day: 15 })
  await add({ title: 'Choir', day: 27, time: '9:00' })
  await add({ title: 'Bank holiday', day: 27, time: null, closed: true })
  await add({ title: 'Floor is painted', day: 27, time: '8:00', closed: true })
  const days = { from: '2025-10-14', before: '2025-10-28' }
  expect(summariseByDay(await listTermEvents(db, aoife, days), days)).toEqual({
    '2025-10-14': { count: 2, title: 'Art', isClosed: false },
    '2025-10-15': { count: 1, title: 'A walk along the canal with the choir…', isClosed: false },
    '2025-10-27': { count: 3, title: 'Bank holiday', isClosed: true },
  })
  expect(await listClosedDays(db, { from: '2025-10-01', before: '2025-11-01' })).toEqual(['2025-10-27'])
  expect(await listClosedDays(db, { from: '2025-10-28', before: '2025-11-01' })).toEqual([])
})

test('the website shows upcoming public events, eight a page', async ({ db, people }) => {
  const now = { day: 14, month: 'October', year: 2025 } as const
  await add({ title: 'over', day: 13 })
  await add({ title: 'today, at two', time: '14:00' })
  await add({ title: 'today, at nine', time: '9:30' })
  await add({ title: 'hidden', day: 15, onWebsite: false })
  for (let day = 1; day <= 28; day++)
    await addEvent(db, people.aoife, { ...tea, title: `${day} November`, day, month: 'November' })
  const first = await paginateWebsiteEvents(db, now, 1)
  expect([first.found, first.pages, first.items.length]).toEqual([30, 4, 8])
  expect(first.items.slice(0, 3).map(({ title }) => title)).toEqual(['today, at nine', 'today, at two', '1 November'])
  expect((await paginateWebsiteEvents(db, now, 4)).items.at(-1)?.title).toBe('28 November')
  const next = await listUpcomingWebsiteEvents(db, 3, now)
  expect(next.map(({ title }) => title)).toEqual(['today, at nine', 'today, at two', '1 November'])
  expect((await listUpcomingEvents(db, aoife, { ...now, day: 15 }, 1)).map(({ title }) => title)).toEqual(['hidden'])
})

test('a title and an existing date are required on the page and in the API', () => {
  const noDate = 'Please enter a date, for example 1 September 2026.'
  expect(messages(eventForm.safeParse({}))).toEqual({ title: 'Title is required.', date: noDate })
  for (const date of ['2025-02-29', '2025-13-01', '31/11/2025', 'tomorrow'])
    expect(messages(eventForm.safeParse({ title: 'Tea', date })), date).toEqual({ date: noDate })
  const next = getLastYear() + 1
  for (const year of [1999, next, 2101]) {
    const wrong = `Please enter a year from 2000 to ${getLastYear()}.`
    expect(messages(eventForm.safeParse({ title: 'Tea', date: `1/9/${year}` })), String(year)).toEqual({
      date: year > 2100 ? noDate : wrong,
    })
    expect(newEvent.safeParse({ ...tea, year }).error?.issues).toMatchObject([{ path: ['year'], message: wrong }])
  }
  expect(newEvent.safeParse({ ...tea, year: getLastYear() }).success).toBe(true)
  expect(Object.keys(messages(newEvent.safeParse({ title: 'Tea' })))).toEqual(['day', 'month', 'year'])
  expect(Object.keys(messages(newEvent.safeParse({ ...tea, day: '14' })))).toEqual(['day'])
})

test('an event may repeat weekly until a day, for at most a year', () => {
  const { day: _, month: __, year: ___, ...words } = tea
  const form = (repeatUntil: string) => eventForm.safeParse({ ...words, date: '14/10/2025', repeatUntil })
  const repeatUntil = { day: 4, month: 'November', year: 2025 }
  expect(form('4 November 2025').data).toEqual({ ...tea, repeat: 'week', repeatUntil })
  expect(form('14/10/2026').success).toBe(true)
  expect(messages(form('27/10/2026'))).toEqual({ repeatUntil: 'Please choose a last day within a year of the date.' })
  expect(messages(form('14/10/2025'))).toEqual({ repeatUntil: 'Please choose a last day after the date.' })
  expect(messages(form('soon'))).toEqual({ repeatUntil: 'Please enter a date, for example 1 September 2026.' })
})

/** A tea morning on each Tuesday from 14 October to 4 November; returns the four ids. */
async function fourTeas() {
  const { db, people } = riverbank
  await addSeries(db, people.aoife, tea, { day: 5, month: 'November', year: 2025 })
  return (await listEvents(db, aoife)).items.map(({ id }) => id) as [number, number, number, number]
}
const days = async () => (await listEvents(riverbank.db, aoife)).items.map((event) => formatShortDate(event))

test('events of a series are independent, and can be removed at once', async ({ db, people }) => {
  const [, second] = await fourTeas()
  expect(await days()).toEqual(['14 October 2025', '21 October 2025', '28 October 2025', '4 November 2025'])
  await changeEvent(db, people.aoife, second, { patch: { title: 'Coffee' } })
  expect(await findSeries(db, aoife, second)).toEqual({
    all: 4,
    later: 3,
    first: { day: 14, month: 'October', year: 2025 },
    last: { day: 4, month: 'November', year: 2025 },
  })
  const alone = await add({ day: 30 })
  expect(await findSeries(db, aoife, alone.id)).toBeNull()
  expect(await removeEvents(db, people.aoife, second, 'later')).toMatchObject({ event: { id: second }, number: 3 })
  expect(await days()).toEqual(['14 October 2025', '30 October 2025'])
  expect(await removeEvents(db, people.aoife, alone.id, 'all')).toMatchObject({ number: 1 })
  await expect(removeEvents(db, people.aoife, alone.id, 'all')).rejects.toMatchObject({ kind: 'notFound' })
  expect(await activity()).toEqual([
    'deleted Tea morning',
    'deleted Coffee (3 events)',
    'added Tea morning',
    'changed Coffee',
    'added Tea morning (4 events)',
  ])
})

test('a series is changed from one event on, or completely, and its days by as many', async ({ db, people }) => {
  const [first, second, third] = await fourTeas()
  await changeEvent(db, people.aoife, third, { patch: { location: 'Garden' } })
  const patch = { title: 'Coffee', day: 22 }
  const { event, events } = await changeEvents(db, people.aoife, second, 'later', { version: 1, patch })
  expect([event.version, events.length]).toEqual([2, 3])
  expect(await titles()).toEqual(['Tea morning', 'Coffee', 'Coffee', 'Coffee'])
  expect(await days()).toEqual(['14 October 2025', '22 October 2025', '29 October 2025', '5 November 2025'])
  expect(await findEvent(db, aoife, third)).toMatchObject({ location: 'Garden', version: 3 })
  await changeEvents(db, people.aoife, third, 'all', { patch: { title: 'Cocoa' } })
  expect(await titles()).toEqual(Array(4).fill('Cocoa'))
  expect((await findEvent(db, aoife, first))?.version).toBe(2)
})

test('a series is not changed from an old version, nor beyond the calendar’s years', async ({ db, people }) => {
  const [first, second] = await fourTeas()
  await changeEvents(db, people.aoife, first, 'all', { patch: { title: 'Coffee' } })
  const late = changeEvents(db, people.aoife, second, 'all', { version: 1, patch: { title: 'Cocoa' } })
  await expect(late).rejects.toMatchObject({ kind: 'conflict', by: 'Aoife Brennan' })
  const far = changeEvents(db, people.aoife, first, 'all', {
    patch: { day: 25, month: 'December', year: getLastYear() },
  })
  await expect(far).rejects.toMatchObject({ kind: 'invalid' })
  expect(await titles()).toEqual(Array(4).fill('Coffee'))
  expect((await days())[0]).toBe('14 October 2025')
})

test('a series has only its own parts', () => {
  for (const scope of ['', 'THIS', '__proto__', 'x'.repeat(5000)])
    expect(eventEdit.safeParse({ title: 'Tea', date: '14/10/2025', version: '1', scope }).success, scope).toBe(false)
})

test('a series is added completely or not at all', async ({ db, people }) => {
  await db.schema.dropTable('activity').execute()
  await expect(addSeries(db, people.aoife, tea, { day: 5, month: 'November', year: 2025 })).rejects.toThrow()
  expect((await listEvents(db, aoife)).items).toEqual([])
})

test('a time is stored as hours of the day; an unreadable one is refused, on the page and in the API', () => {
  const { day: _, month: __, year: ___, ...words } = tea
  for (const [time, reason] of [
    ['After lunch', '14:00-16:00'],
    ['16:00-14:00', 'The end is not after the start.'],
  ]) {
    const wrong = { time: expect.stringContaining(reason!) }
    expect(messages(newEvent.safeParse({ ...tea, time }))).toEqual(wrong)
    expect(messages(eventForm.safeParse({ ...words, date: '14/10/2025', time }))).toEqual(wrong)
  }
  // As a program writes one in the night, and a person one after midday.
  const late = { time: '11:00-01:00' }
  expect(messages(newEvent.safeParse({ ...tea, ...late }))).toEqual({ time: expect.stringContaining('not after') })
  expect(eventForm.parse({ ...words, date: '14/10/2025', ...late }).time).toBe('11:00-13:00')
  expect(newEvent.parse({ ...tea, time: '2-4pm' }).time).toBe('14:00-16:00')
  expect(newEvent.parse({ ...tea, time: '' }).time).toBeNull()
})

test('events on a closed day are cancelled in every list until the day is open again', async ({ db, people }) => {
  const day = { day: 1, month: 'October', year: getLastYear() } as const
  const { id } = await add({ ...day })
  await add({ ...day, day: 2 })
  const days = { from: `${getLastYear()}-10-01`, before: `${getLastYear()}-10-03` }
  const lists = async () => [
    (await listEvents(db, aoife)).items,
    (await listEvents(db, null)).items,
    await listEventsForCalendars(db, aoife),
    await listWebsiteEventsForCalendars(db, day),
    await listEventsInRange(db, aoife, days),
    await listTermEvents(db, aoife, days),
    (await paginateEventLines(db, aoife, day, { page: 1 })).items,
    (await paginateWebsiteEvents(db, day, 1)).items,
    await listUpcomingEvents(db, aoife, day, 9),
    await listUpcomingWebsiteEvents(db, 9, day),
  ]
  const cancelled = async () => (await lists()).map((list) => list.filter((one) => one.cancelled).map((one) => one.id))
  expect((await cancelled()).flat()).toEqual([])
  const changedAt = '2025-01-01T00:00:00.000Z'
  await db.updateTable('events').set({ changedAt }).execute()
  const closing = await add({ ...day, onWebsite: false, closed: true, title: 'Training' })
  expect(closing.cancelled).toBe(false)
  expect(await cancelled()).toEqual(Array(10).fill([id]))
  expect(await findEvent(db, aoife, id)).toMatchObject({ cancelled: true, version: 1 })
  const dated = async () => (await listEventsForCalendars(db, aoife)).filter((one) => one.changedAt > changedAt).length
  // Calendar programs use the newer of two records: events of that day changed, others did not.
  expect(await dated()).toBe(2)
  const held = await changeEvent(db, people.aoife, id, { patch: { closed: true } })
  expect(held).toMatchObject({ closed: true, cancelled: false })
  expect(await changeEvent(db, people.aoife, id, { patch: { closed: false } })).toMatchObject({ cancelled: true })
  const moved = await changeEvent(db, people.aoife, closing.id, { patch: { day: 2 } })
  expect((await cancelled()).flat()).not.toContain(id)
  expect((await cancelled()).flat()).toHaveLength(10)
  await removeEvents(db, people.aoife, moved.id, 'this')
  expect((await cancelled()).flat()).toEqual([])
})
