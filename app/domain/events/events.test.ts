import { expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { countDaysAfterFirst, type Day, formatShortDate, getLastYear, listDays } from './days'
import { paginateEventLines, paginateSeries } from './event-lines.server'
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
  removeEvent,
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

const addDated = (event: object) => addEvent(riverbank.db, aoife, newEvent.parse(event))

const christmas = {
  title: 'Christmas',
  day: 22,
  month: 'December',
  year: 2025,
  endDate: '2026-01-02',
  closed: true,
} as const
const onDay = (date: string) => ({
  from: date,
  before: `${date.slice(0, 8)}${String(Number(date.slice(8)) + 1).padStart(2, '0')}`,
})
const titlesOn = async (date: string) =>
  (await listEventsInRange(riverbank.db, aoife, onDay(date))).map(({ title }) => title)

test('one form closes the centre from 22 December to 2 January', async ({ db, people }) => {
  const form = { title: 'Christmas', date: '22/12/2025', endDate: '2 January 2026', closed: 'on', onWebsite: 'on' }
  const { repeat: _, repeatUntil: __, ...event } = eventForm.parse(form)
  await addEvent(db, people.aoife, event)
  const { items } = await listEvents(db, aoife)
  expect(items).toMatchObject([christmas])
  expect(await listClosedDays(db, { from: '2025-12-01', before: '2026-02-01' })).toEqual(listDays(christmas))
  expect(listDays(christmas)).toHaveLength(12)
  const leap = { year: 2028, month: 'February', day: 28, endDate: '2028-03-01' } as const
  expect(listDays(leap)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  const clocks = { year: 2026, month: 'October', day: 24, endDate: '2026-10-26' } as const
  expect(listDays(clocks)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
  expect(await listClosedDays(db, { from: '2025-12-31', before: '2026-01-02' })).toEqual(['2025-12-31', '2026-01-01'])
  expect(await listClosedDays(db, { from: '2026-01-03', before: '2026-01-09' })).toEqual([])
})

test('an event is on each of its days, in each month, listed once, and upcoming until its last day', async ({ db }) => {
  const { id } = await addDated({ ...christmas, closed: false })
  for (const date of ['2025-12-22', '2025-12-30', '2026-01-01', '2026-01-02'])
    expect(await titlesOn(date), date).toEqual(['Christmas'])
  for (const date of ['2025-12-21', '2026-01-03']) expect(await titlesOn(date), date).toEqual([])
  const december = { from: '2025-12-01', before: '2026-01-01' }
  const january = { from: '2026-01-01', before: '2026-02-01' }
  const listMarks = async (range: typeof january) =>
    Object.keys(summariseByDay(await listTermEvents(db, aoife, range), range))
  expect(await listMarks(december)).toEqual(listDays(christmas).filter((day) => day < '2026'))
  expect(await listMarks(january)).toEqual(['2026-01-01', '2026-01-02'])
  expect((await listEventsForCalendars(db, aoife)).map((event) => event.id)).toEqual([id])
  const lastDay = { day: 2, month: 'January', year: 2026 } as const
  expect(await listUpcomingWebsiteEvents(db, 3, lastDay)).toMatchObject([{ title: 'Christmas' }])
  expect(await listUpcomingWebsiteEvents(db, 3, { ...lastDay, day: 3 })).toEqual([])
  expect(await listWebsiteEventsForCalendars(db, lastDay)).toHaveLength(1)
  expect(await listWebsiteEventsForCalendars(db, { ...lastDay, day: 3 })).toEqual([])
})

test('events during a closed period are cancelled; longer ones only on its days', async ({ db }) => {
  const tea = await addDated({ title: 'Tea', day: 30, month: 'December', year: 2025 })
  const inside = await addDated({ title: 'Trip', day: 27, month: 'December', year: 2025, endDate: '2025-12-29' })
  const longer = await addDated({ title: 'Art show', day: 18, month: 'December', year: 2025, endDate: '2026-01-09' })
  const changedAt = '2025-01-01T00:00:00.000Z'
  await db.updateTable('events').set({ changedAt }).execute()
  const { id } = await addDated(christmas)
  const listCancelled = async () =>
    (await listEvents(db, aoife)).items.filter(({ cancelled }) => cancelled).map((event) => event.id)
  expect(await listCancelled()).toEqual([inside.id, tea.id])
  const listCancelledOn = async (date: string) =>
    (await listEventsInRange(db, aoife, onDay(date))).filter(({ cancelled }) => cancelled).map((event) => event.id)
  expect(await listCancelledOn('2025-12-28')).toEqual([longer.id, inside.id])
  expect(await listCancelledOn('2026-01-05')).toEqual([])
  // Calendar programs use the newer of two records.
  expect((await listEventsForCalendars(db, aoife)).map((event) => event.changedAt > changedAt)).toEqual(
    Array(4).fill(true),
  )
  await db.updateTable('events').set({ changedAt }).execute()
  await removeEvent(db, aoife, id)
  expect(await listCancelled()).toEqual([])
  expect((await listEventsForCalendars(db, aoife)).map((event) => event.changedAt > changedAt)).toEqual(
    Array(3).fill(true),
  )
})

test('the longest period, of 92 days, closes its last day', async ({ db }) => {
  const { id } = await addDated({ title: 'Tea', day: 1, month: 'December', year: 2025 })
  await addDated({ title: 'Works', day: 1, month: 'September', year: 2025, endDate: '2025-12-01', closed: true })
  expect(await findEvent(db, aoife, id)).toMatchObject({ cancelled: true })
  expect(await titlesOn('2025-12-01')).toEqual(['Works', 'Tea'])
  expect(await listClosedDays(db, onDay('2025-12-01'))).toEqual(['2025-12-01'])
})

test('a last day is refused before the first or beyond the calendar’s years; the first day is none', async () => {
  for (const [endDate, message] of [
    ['2025-12-21', 'Please choose a last day after the first one.'],
    ['2026-03-24', 'An event can last at most 92 days. Please choose an earlier last day.'],
    ['soon', 'Please enter a date, for example 1 September 2026.'],
  ]) {
    const wrong = [{ path: ['endDate'], message }]
    expect(newEvent.safeParse({ ...christmas, endDate }).error?.issues).toMatchObject(wrong)
    expect(eventForm.safeParse({ title: 'Christmas', date: '22/12/2025', endDate }).error?.issues).toMatchObject(wrong)
  }
  const year = getLastYear()
  const endDate = `${year + 1}-01-02`
  expect(newEvent.safeParse({ ...christmas, year, endDate }).error?.issues).toMatchObject([
    { path: ['endDate'], message: `Please enter a year from 2000 to ${year}.` },
  ])
  expect(newEvent.safeParse({ ...christmas, year, endDate: `${year}-12-31` }).success).toBe(true)
  for (const endDate of ['2025-12-22', '']) expect((await addDated({ ...christmas, endDate })).endDate).toBeNull()
})

test('a change of the last day applies to the whole event and can be undone', async ({ db, people }) => {
  const { id } = await addDated(christmas)
  const change = (patch: object) => changeEvent(db, people.aoife, id, { patch })
  expect(await change({ title: 'Christmas holidays' })).toMatchObject({ endDate: '2026-01-02' })
  await expect(change({ day: 5, month: 'January', year: 2026 })).rejects.toMatchObject({
    kind: 'invalid',
    errors: { endDate: ['Please choose a last day after the first one.'] },
  })
  expect(await change({ day: 2, month: 'January', year: 2026 })).toMatchObject({ endDate: null })
  expect(await change({ endDate: '2026-01-04' })).toMatchObject({ day: 2, endDate: '2026-01-04' })
  expect(await change({ endDate: null })).toMatchObject({ endDate: null, version: 5 })
  expect(await listClosedDays(db, { from: '2025-12-01', before: '2026-02-01' })).toEqual(['2026-01-02'])
})

test('each event of a series lasts as long, unless it would overlap the next one', async ({ db, people }) => {
  const last = { day: 20, month: 'October', year: 2025 } as const
  const trip = newEvent.parse({ title: 'Trip', day: 6, month: 'October', year: 2025, endDate: '2025-10-08' })
  const { first } = await addSeries(db, people.aoife, trip, last)
  const list = async () =>
    (await listEvents(db, aoife)).items.map((event) => `${formatShortDate(event)} + ${countDaysAfterFirst(event)}`)
  expect(await list()).toEqual(['6 October 2025 + 2', '13 October 2025 + 2', '20 October 2025 + 2'])
  await changeEvents(db, people.aoife, first.id, 'all', { patch: { day: 7, endDate: '2025-10-08' } })
  expect(await list()).toEqual(['7 October 2025 + 1', '14 October 2025 + 1', '21 October 2025 + 1'])
  const form = { title: 'Trip', date: '6/10/2025', repeatUntil: '20/10/2025' }
  expect(eventForm.safeParse({ ...form, endDate: '12/10/2025' }).success).toBe(true)
  expect(eventForm.safeParse({ ...form, endDate: '13/10/2025' }).error?.issues).toMatchObject([
    { path: ['repeatUntil'], message: 'An event can only repeat if it is over before it begins again.' },
  ])
  expect(eventForm.safeParse({ ...form, endDate: '13/10/2025', repeat: 'fortnight' }).success).toBe(true)
})

const today: Day = { day: 20, month: 'November', year: 2025 }
const october = { title: 'Tea morning', day: 7, month: 'October', year: 2025 } as const

const addTea = (event: object) => addEvent(riverbank.db, aoife, newEvent.parse({ ...october, ...event }))
/** A series on Tuesdays from 7 October. */
const addTeas = async (last: Day, repeat?: 'fortnight') =>
  (await addSeries(riverbank.db, aoife, newEvent.parse(october), last, repeat)).events.map(({ id }) => id)
const december = (day: number): Day => ({ day, month: 'December', year: 2025 })

async function list(requested: { text?: string; isPast?: boolean } = {}) {
  const { items } = await paginateEventLines(riverbank.db, aoife, today, { page: 1, ...requested })
  return items.map(({ title, day, month, series }) =>
    [`${title}, ${day} ${month}`, series?.text].filter(Boolean).join(': '),
  )
}

test('a series is one line at its next event, and its past events are not listed elsewhere', async () => {
  await addTea({ title: 'Halloween party', day: 31 })
  await addTeas(december(23))
  await addTea({ title: 'Choir', day: 21, month: 'November' })
  await addTea({ title: 'Christmas', ...december(22), endDate: '2026-01-02' })
  expect(await list()).toEqual([
    'Choir, 21 November',
    'Tea morning, 25 November: Every Tuesday until 23 December 2025, 12 times',
    'Christmas, 22 December',
  ])
  expect(await list({ isPast: true })).toEqual(['Halloween party, 31 October'])
})

test('a series that is over is one past line at its last event', async () => {
  await addTeas({ day: 4, month: 'November', year: 2025 }, 'fortnight')
  await addTea({ title: 'Mass', day: 1, month: 'November' })
  await addTea({ title: 'Art show', day: 10, month: 'November', endDate: '2025-11-19' })
  await addTea({ title: 'Still on', day: 10, month: 'November', endDate: '2025-11-20' })
  expect(await list({ isPast: true })).toEqual([
    'Art show, 10 November',
    'Tea morning, 4 November: Every second Tuesday until 4 November 2025, 3 times',
    'Mass, 1 November',
  ])
  expect(await list()).toEqual(['Still on, 10 November'])
})

test('the line of a series changes with its events', async ({ db, people }) => {
  const ids = await addTeas(december(2))
  const line = async () => (await list())[0]
  await removeEvents(db, people.aoife, ids[2]!, 'this')
  expect(await line()).toBe('Tea morning, 25 November: Every Tuesday until 2 December 2025, 8 times')
  await removeEvents(db, people.aoife, ids[3]!, 'this')
  expect(await line()).toBe('Tea morning, 25 November: Every Tuesday until 2 December 2025, 7 times')
  await changeEvent(db, people.aoife, ids[0]!, { patch: { day: 8 } })
  expect(await line()).toBe('Tea morning, 25 November: Repeats until 2 December 2025, 7 times')
  await removeEvents(db, people.aoife, ids[1]!, 'later')
  expect(await list({ isPast: true })).toEqual(['Tea morning, 8 October'])
})

test('all events of a series can be listed', async () => {
  const ids = await addTeas(december(2))
  await addTea({ title: 'Choir' })
  const { items, text } = await paginateSeries(riverbank.db, aoife, today, { series: ids[0]!, page: 1 })
  expect(items.map(({ id, isPast, series }) => [id, isPast, series])).toEqual(
    ids.map((id, number) => [id, number < 7, null]),
  )
  expect(text).toBe('Every Tuesday until 2 December 2025, 9 times')
  expect(await paginateSeries(riverbank.db, aoife, today, { series: 999, page: 1 })).toMatchObject({
    items: [],
    text: null,
  })
})

test('a search finds titles, places and descriptions, past ones last', async () => {
  await addTeas(december(2))
  await addTea({ title: 'Bake sale', day: 30, description: 'We bake scones.' })
  await addTea({ title: 'Céilí', ...december(1), location: 'Cois Farraige' })
  await addTea({ title: 'Old ceili', day: 1, month: 'November' })
  for (const [text, found] of [
    ['tea', ['Tea morning, 25 November: Every Tuesday until 2 December 2025, 9 times']],
    ['COIS FARRAIGE', ['Céilí, 1 December']],
    ['ceili', ['Céilí, 1 December', 'Old ceili, 1 November']],
    ['scones', ['Bake sale, 30 October']],
    ['%', []],
  ] as const)
    expect(await list({ text }), text).toEqual(found)
})
