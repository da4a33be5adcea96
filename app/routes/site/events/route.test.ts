import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { answerOf, freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { loader } from './route'

let riverbank: TestRiverbank
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-01T12:00:00Z') })
  riverbank = await freshRiverbank()
})
afterEach(async () => {
  vi.useRealTimers()
  await riverbank.close()
})

const add = (event: object) =>
  addEvent(
    riverbank.db,
    riverbank.people.aoife,
    newEvent.parse({ title: 'Tea', day: 1, month: 'July', year: 2026, ...event }),
  )

async function get(query = '', as?: 'aoife') {
  const request = await riverbank.request(`/events${query}`, { as })
  const answer = await answerOf(() => loader({ request, params: {}, context: riverbank.context }), request.url)
  return { status: answer.status, ...(await answer.json()) }
}
/** The titles below each month. */
async function shown(query = '') {
  const { months } = (await get(query)) as { months: { name: string; events: { title: string }[] }[] }
  return months.map(({ name, events }) => [name, ...events.map(({ title }) => title)])
}

test('GET /events shows coming events by month; months without any are left out', async () => {
  await add({ title: 'Over', month: 'June', day: 30 })
  await add({ title: 'Christmas', month: 'December', day: 12 })
  await add({ title: 'Today', time: '9:00-10:00' })
  await add({ title: 'Next year', month: 'July', year: 2027 })
  expect(await shown()).toEqual([
    ['July 2026', 'Today'],
    ['December 2026', 'Christmas'],
    ['July 2027', 'Next year'],
  ])
  const [first, second] = (await get()).months
  expect(first.events[0]).toMatchObject({ date: '2026-07-01', isToday: true })
  expect(second.events[0]).toMatchObject({ date: '2026-12-12', isToday: false })
})

test('an event is shown until its day ends in Dublin, in summer time and in winter', async () => {
  await add({ title: 'Over since ten in the morning', time: '9:00-10:00' })
  await add({ title: 'Last of October', month: 'October', day: 25 })
  await add({ title: 'New Year’s Eve', month: 'December', day: 31 })
  const titlesAt = async (moment: string) => {
    vi.setSystemTime(new Date(moment))
    return (await shown()).flatMap(([, ...titles]) => titles).length
  }
  expect(await titlesAt('2026-07-01T22:59:59Z')).toBe(3)
  expect(await titlesAt('2026-07-01T23:00:00Z')).toBe(2)
  // The clocks go back on the 25th: its last hour is one of winter time.
  expect(await titlesAt('2026-10-25T23:59:59Z')).toBe(2)
  expect(await titlesAt('2026-10-26T00:00:00Z')).toBe(1)
  expect(await titlesAt('2026-12-31T23:59:59Z')).toBe(1)
  expect(await titlesAt('2027-01-01T00:00:00Z')).toBe(0)
})

test('an event that is not on the website is not there, not even for a tutor', async () => {
  await add({ title: 'Hidden', onWebsite: false })
  expect((await get()).months).toEqual([])
  expect((await get('', 'aoife')).months).toEqual([])
})

test('500 events are on 63 pages, and a month goes on where the page ends', async () => {
  for (let number = 0; number < 500; number++)
    await add({ title: `Event ${number}`, day: 1 + (number % 28), month: number < 250 ? 'July' : 'August' })
  const { pages, found, months } = await get('?page=32')
  expect([pages, found]).toEqual([63, 500])
  expect(months.map(({ name, events }: { name: string; events: unknown[] }) => [name, events.length])).toEqual([
    ['July 2026', 2],
    ['August 2026', 6],
  ])
  const seen = new Set<number>()
  for (let page = 1; page <= 63; page++)
    for (const { events } of (await get(`?page=${page}`)).months) for (const { id } of events) seen.add(id)
  expect(seen.size).toBe(500)
  for (const odd of ['0', '-1', 'x', '1e9', '9'.repeat(40)]) expect((await get(`?page=${odd}`)).status, odd).toBe(200)
  expect((await get('?page=99')).page).toBe(63)
})

test('the address for calendars is PUBLIC_URL’s, and never one that a visitor brings', async () => {
  expect((await get()).origin).toBeNull()
  riverbank.context.settings.publicUrl = new URL('https://riverbank.example')
  expect((await get()).origin).toBe('https://riverbank.example')
})
