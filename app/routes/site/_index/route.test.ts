import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { answerOf, freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { loader } from './route'

let riverbank: TestRiverbank
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-07-25T12:00:00Z') })
  riverbank = await freshRiverbank()
})
afterEach(async () => {
  vi.useRealTimers()
  await riverbank.close()
})

const add = (title: string, day: number, more: object = {}) =>
  addEvent(riverbank.db, riverbank.people.aoife, newEvent.parse({ title, day, month: 'December', year: 2025, ...more }))

async function home() {
  const request = await riverbank.request('/')
  const answer = await answerOf(() => loader({ request, params: {}, context: riverbank.context }), '/')
  const { words, today, next } = await answer.json()
  return {
    status: answer.status,
    own: words.events.items.map(({ title, date }: { title: string; date: string }) => [title, date < today]),
    next: next.map(({ title }: { title: string }) => title),
  }
}

test('Home has its own events, and after them the next three of the website', async () => {
  for (const day of [5, 4, 3, 2]) await add(`Tea on the ${day}`, day)
  await add('Hidden', 1, { onWebsite: false })
  await add('Over', 24, { month: 'July' })
  expect(await home()).toMatchObject({ status: 200, next: ['Tea on the 2', 'Tea on the 3', 'Tea on the 4'] })
})

test('an event of Home’s own words is over once its day is, in Dublin', async () => {
  const own = (isShowOver: boolean) => [
    ['Summer show', isShowOver],
    ['Christmas open afternoon', false],
  ]
  expect((await home()).own).toEqual(own(false))
  vi.setSystemTime(new Date('2025-07-25T22:59:59Z'))
  expect((await home()).own).toEqual(own(false))
  vi.setSystemTime(new Date('2025-07-25T23:00:00Z'))
  expect((await home()).own).toEqual(own(true))
})

test('an event that Home tells in its own words is not told twice', async () => {
  await add('Christmas open afternoon', 12, { time: '14:00-17:00' })
  for (const day of [13, 14, 15]) await add(`Tea on the ${day}`, day)
  expect((await home()).next).toEqual(['Tea on the 13', 'Tea on the 14', 'Tea on the 15'])
})

test('without the calendar Home keeps its own words, and is kept by no cache', async () => {
  await riverbank.db.schema.dropTable('events').execute()
  const { status, own, next } = await home()
  expect([status, own.length, next]).toEqual([500, 2, []])
})
