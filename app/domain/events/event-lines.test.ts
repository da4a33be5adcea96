import { expect, test } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import type { Day } from './days'
import { paginateEventLines, paginateSeries } from './event-lines.server'
import { addEvent, addSeries, changeEvent, removeEvents } from './events.server'
import { newEvent } from './schema'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const today: Day = { day: 20, month: 'November', year: 2025 }
const tea = { title: 'Tea morning', day: 7, month: 'October', year: 2025 } as const

const add = (event: object) => addEvent(riverbank.db, aoife, newEvent.parse({ ...tea, ...event }))
/** A series on Tuesdays from 7 October. */
const addTeas = async (last: Day, repeat?: 'fortnight') =>
  (await addSeries(riverbank.db, aoife, newEvent.parse(tea), last, repeat)).events.map(({ id }) => id)
const december = (day: number): Day => ({ day, month: 'December', year: 2025 })

async function list(requested: { text?: string; isPast?: boolean } = {}) {
  const { items } = await paginateEventLines(riverbank.db, aoife, today, { page: 1, ...requested })
  return items.map(({ title, day, month, series }) =>
    [`${title}, ${day} ${month}`, series?.text].filter(Boolean).join(': '),
  )
}

test('a series is one line at its next event, and its past events are not listed elsewhere', async () => {
  await add({ title: 'Halloween party', day: 31 })
  await addTeas(december(23))
  await add({ title: 'Choir', day: 21, month: 'November' })
  await add({ title: 'Christmas', ...december(22), endDate: '2026-01-02' })
  expect(await list()).toEqual([
    'Choir, 21 November',
    'Tea morning, 25 November: Every Tuesday until 23 December 2025, 12 times',
    'Christmas, 22 December',
  ])
  expect(await list({ isPast: true })).toEqual(['Halloween party, 31 October'])
})

test('a series that is over is one past line at its last event', async () => {
  await addTeas({ day: 4, month: 'November', year: 2025 }, 'fortnight')
  await add({ title: 'Mass', day: 1, month: 'November' })
  await add({ title: 'Art show', day: 10, month: 'November', endDate: '2025-11-19' })
  await add({ title: 'Still on', day: 10, month: 'November', endDate: '2025-11-20' })
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
  await add({ title: 'Choir' })
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
  await add({ title: 'Bake sale', day: 30, description: 'We bake scones.' })
  await add({ title: 'Céilí', ...december(1), location: 'Cois Farraige' })
  await add({ title: 'Old ceili', day: 1, month: 'November' })
  for (const [text, found] of [
    ['tea', ['Tea morning, 25 November: Every Tuesday until 2 December 2025, 9 times']],
    ['COIS FARRAIGE', ['Céilí, 1 December']],
    ['ceili', ['Céilí, 1 December', 'Old ceili, 1 November']],
    ['scones', ['Bake sale, 30 October']],
    ['%', []],
  ] as const)
    expect(await list({ text }), text).toEqual(found)
})
