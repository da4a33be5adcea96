import ICAL from 'ical.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addEvent, changeEvent, removeEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { answerOf, freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { loader } from './route'

let riverbank: TestRiverbank
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') })
  riverbank = await freshRiverbank()
})
afterEach(async () => {
  vi.useRealTimers()
  await riverbank.close()
})

async function get(headers: Record<string, string> = {}) {
  const request = await riverbank.request('/events.ics', { headers })
  return answerOf(() => loader({ request, params: {}, context: riverbank.context }), request.url)
}
const read = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
const add = (event: object) => addEvent(riverbank.db, riverbank.people.aoife, newEvent.parse(event))

const tea = { title: 'Tea morning', time: '10:00-11:30', day: 14, month: 'December', year: 2026 }
/** A line break in a title, a second event in a description, text that RFC 5545 would read as its own. */
const hostile = {
  title: 'Tea\r\nEND:VEVENT\r\nBEGIN:VEVENT \u202e; , \\n',
  description: `END:VEVENT\nATTACH:javascript:alert(1)\n${'é'.repeat(200)}👩‍👩‍👧`,
  location: 'Room 1; DTSTART:19700101',
  day: 25,
  month: 'December',
  year: 2026,
}

test('GET /events.ics gives everyone the website’s events, those of the last year among them, and no others', async () => {
  await add(tea)
  await add({ ...tea, title: 'Hidden', onWebsite: false })
  await add({ ...tea, title: 'A year ago', day: 1, month: 'November', year: 2025 })
  await add({ ...tea, title: 'Before', day: 31, month: 'October', year: 2025 })
  const answer = await get()
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const text = await answer.text()
  expect(text).toContain('X-WR-CALNAME:Riverbank Events\r\n')
  expect(read(text).map(({ summary }) => summary)).toEqual(['A year ago', 'Tea morning'])
})

test('what tutors type stays one event and its own words', async () => {
  const { title, description } = await add(hostile)
  const events = read(await (await get()).text())
  expect(events.map(({ summary }) => summary)).toEqual([title])
  expect(events[0]?.description).toBe(description)
  expect(events[0]?.location).toBe(hostile.location)
  expect(events[0]?.component.getAllProperties('attach')).toEqual([])
})

test('GET /events.ics answers 304 until one of its events changes, leaves or is hidden', async () => {
  const { db, people } = riverbank
  const { id } = await add(tea)
  const other = await add({ ...tea, title: 'Hidden', onWebsite: false })
  const tag = async () => (await get()).headers.get('ETag') ?? ''
  const first = await tag()
  const isKnown = async () => (await get({ 'If-None-Match': first })).status === 304
  expect(await isKnown()).toBe(true)
  await changeEvent(db, people.aoife, other.id, { patch: { title: 'Still hidden' } })
  vi.setSystemTime(new Date('2026-11-30T23:59:00Z'))
  expect(await isKnown()).toBe(true)
  await changeEvent(db, people.aoife, id, { patch: { onWebsite: false } })
  expect(await isKnown()).toBe(false)
  expect(read(await (await get()).text())).toEqual([])
  await changeEvent(db, people.aoife, other.id, { patch: { onWebsite: true } })
  const shown = await tag()
  await removeEvent(db, people.aoife, other.id)
  expect(await tag()).not.toBe(shown)
})
