import { expect, test } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { countDaysAfterFirst, formatShortDate, getLastYear, listDays } from './days'
import { listTermEvents, summariseByDay } from './event-lists.server'
import {
  addEvent,
  addSeries,
  changeEvent,
  changeEvents,
  findEvent,
  listClosedDays,
  listEvents,
  listEventsForCalendars,
  listEventsInRange,
  listUpcomingWebsiteEvents,
  listWebsiteEventsForCalendars,
  removeEvent,
} from './events.server'
import { eventForm, newEvent } from './schema'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const add = (event: object) => addEvent(riverbank.db, aoife, newEvent.parse(event))

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
  const { id } = await add({ ...christmas, closed: false })
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
  const tea = await add({ title: 'Tea', day: 30, month: 'December', year: 2025 })
  const inside = await add({ title: 'Trip', day: 27, month: 'December', year: 2025, endDate: '2025-12-29' })
  const longer = await add({ title: 'Art show', day: 18, month: 'December', year: 2025, endDate: '2026-01-09' })
  const changedAt = '2025-01-01T00:00:00.000Z'
  await db.updateTable('events').set({ changedAt }).execute()
  const { id } = await add(christmas)
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
  const { id } = await add({ title: 'Tea', day: 1, month: 'December', year: 2025 })
  await add({ title: 'Works', day: 1, month: 'September', year: 2025, endDate: '2025-12-01', closed: true })
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
  for (const endDate of ['2025-12-22', '']) expect((await add({ ...christmas, endDate })).endDate).toBeNull()
})

test('a change of the last day applies to the whole event and can be undone', async ({ db, people }) => {
  const { id } = await add(christmas)
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
