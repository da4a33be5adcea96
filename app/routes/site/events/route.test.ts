import ICAL from 'ical.js'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addEvent, changeEvent, removeEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import * as home from '../_index/route'
import * as feed from '../events[.]ics/route'
import * as list from './route'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-01T12:00:00Z') }))
const riverbank = setUpFreshRiverbank()

const add = (event: object) =>
  addEvent(
    riverbank.db,
    riverbank.people.aoife,
    newEvent.parse({ title: 'Tea', day: 1, month: 'July', year: 2026, ...event }),
  )

describe('GET /events', () => {
  async function get(query = '', as?: 'aoife') {
    const answer = await callRoute(riverbank, list.loader, `/events${query}`, { as })
    return { status: answer.status, ...(await answer.json()) }
  }
  async function shown(query = '') {
    const { months } = (await get(query)) as { months: { name: string; events: { title: string }[] }[] }
    return months.map(({ name, events }) => [name, ...events.map(({ title }) => title)])
  }

  test('shows upcoming events by month, without empty months', async () => {
    await add({ title: 'Over', month: 'June', day: 30 })
    await add({ title: 'Hidden', day: 15, onWebsite: false })
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

  test('shows an event until its day ends in Dublin, in summer time and in winter', async () => {
    await add({ title: 'Over since ten in the morning', time: '9:00-10:00' })
    await add({ title: 'Last of October', month: 'October', day: 25 })
    await add({ title: 'New Year’s Eve', month: 'December', day: 31 })
    // The clocks go back on the 25th, so its last hour is winter time.
    for (const [moment, count] of [
      ['2026-07-01T22:59:59Z', 3],
      ['2026-07-01T23:00:00Z', 2],
      ['2026-10-25T23:59:59Z', 2],
      ['2026-10-26T00:00:00Z', 1],
      ['2026-12-31T23:59:59Z', 1],
      ['2027-01-01T00:00:00Z', 0],
    ] as const) {
      vi.setSystemTime(new Date(moment))
      expect((await shown()).flatMap(([, ...titles]) => titles)).toHaveLength(count)
    }
  })

  test('a month continues on the next page, and each event is on one page', async () => {
    for (let number = 0; number < 20; number++)
      await add({ title: `Event ${number}`, day: 1 + number, month: number < 10 ? 'July' : 'August' })
    const { pages, found, months } = await get('?page=2')
    expect([pages, found]).toEqual([3, 20])
    expect(months.map(({ name, events }: { name: string; events: unknown[] }) => [name, events.length])).toEqual([
      ['July 2026', 2],
      ['August 2026', 6],
    ])
    const seen = new Set<number>()
    for (const page of [1, 2, 3])
      for (const { events } of (await get(`?page=${page}`)).months) for (const { id } of events) seen.add(id)
    expect(seen.size).toBe(20)
    for (const odd of ['0', 'x', '9'.repeat(40)]) expect((await get(`?page=${odd}`)).status, odd).toBe(200)
    expect((await get('?page=99')).page).toBe(3)
  })

  test('uses PUBLIC_URL for calendar addresses, never the request’s host', async () => {
    expect((await get()).origin).toBeNull()
    riverbank.context.settings.publicUrl = new URL('https://riverbank.example')
    expect((await get()).origin).toBe('https://riverbank.example')
  })
})

describe('Home', () => {
  async function get() {
    const answer = await callRoute(riverbank, home.loader, '/')
    const { words, today, next } = await answer.json()
    return {
      status: answer.status,
      own: words.events.items.map(({ title, date }: { title: string; date: string }) => [title, date < today]),
      next: next.map(({ title }: { title: string }) => title),
    }
  }
  const teas = (...days: number[]) => days.map((day) => `Tea on the ${day}`)
  const addTeas = async (...days: number[]) => {
    for (const day of days) await add({ title: `Tea on the ${day}`, day, month: 'December', year: 2025 })
  }
  beforeEach(() => void vi.setSystemTime(new Date('2025-07-25T12:00:00Z')))

  test('does not repeat its own events', async () => {
    await add({ title: 'Christmas open afternoon', day: 12, month: 'December', year: 2025, time: '14:00-17:00' })
    await add({ title: 'Hidden', day: 13, month: 'December', year: 2025, onWebsite: false })
    await addTeas(13, 14, 15)
    expect((await get()).next).toEqual(teas(13, 14, 15))
  })

  test('shows its own texts without the calendar, and is then not cached', async () => {
    await riverbank.db.schema.dropTable('events').execute()
    const { status, own, next } = await get()
    expect([status, own.length, next]).toEqual([500, 2, []])
  })
})

describe('GET /events.ics', () => {
  const get = (headers: Record<string, string> = {}) => callRoute(riverbank, feed.loader, '/events.ics', { headers })
  const read = (text: string) =>
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  const tea = { title: 'Tea morning', time: '10:00-11:30', day: 14, month: 'December' }

  test('lists only the website’s events, from the last year on, for everyone', async () => {
    await add(tea)
    await add({ ...tea, title: 'Hidden', onWebsite: false })
    await add({ ...tea, title: 'A year ago', day: 1, month: 'July', year: 2025 })
    await add({ ...tea, title: 'Before', day: 30, month: 'June', year: 2025 })
    const answer = await get()
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const text = await answer.text()
    expect(text).toContain('X-WR-CALNAME:Riverbank Events\r\n')
    expect(read(text).map(({ summary }) => summary)).toEqual(['A year ago', 'Tea morning'])
  })

  test('returns 304 until an event changes, is removed or is hidden', async () => {
    const { db, people } = riverbank
    const { id } = await add(tea)
    const other = await add({ ...tea, title: 'Hidden', onWebsite: false })
    const tag = async () => (await get()).headers.get('ETag') ?? ''
    const first = await tag()
    const isKnown = async () => (await get({ 'If-None-Match': first })).status === 304
    expect(await isKnown()).toBe(true)
    await changeEvent(db, people.aoife, other.id, { patch: { title: 'Still hidden' } })
    vi.setSystemTime(new Date('2026-07-31T22:59:00Z'))
    expect(await isKnown()).toBe(true)
    await changeEvent(db, people.aoife, id, { patch: { onWebsite: false } })
    expect(await isKnown()).toBe(false)
    expect(read(await (await get()).text())).toEqual([])
    await changeEvent(db, people.aoife, other.id, { patch: { onWebsite: true } })
    const shown = await tag()
    await removeEvent(db, people.aoife, other.id)
    expect(await tag()).not.toBe(shown)
  })
})
