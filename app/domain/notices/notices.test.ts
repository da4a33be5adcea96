import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getLastYear } from '~/domain/events/days'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { type NewNotice, newNotice } from './notice-schema'
import { addNotice, listNotices, paginateNotices, paginatePastNotices } from './notices.server'

const bus: NewNotice = { title: 'No bus on Friday', text: 'Please ring us.\nWe can help.', until: '2026-12-04' }
const riverbank = setUpFreshRiverbank()
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T10:00:00Z') })
})
afterEach(() => void vi.useRealTimers())
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)

test('a notice is shown until the end of its last day in Dublin', async () => {
  const { db, people } = riverbank
  await addNotice(db, people.aoife, { ...bus, until: '2027-07-01' })
  vi.setSystemTime('2027-07-01T22:30:00Z')
  expect(titles(await paginateNotices(db, 1))).toEqual([bus.title])
  // Midnight of Irish summer time.
  vi.setSystemTime('2027-07-01T23:30:00Z')
  expect(titles(await paginateNotices(db, 1))).toEqual([])
  expect(titles(await paginatePastNotices(db, 1))).toEqual([bus.title])
  expect(titles(await listNotices(db, people.daniel))).toEqual([])
  expect(titles(await listNotices(db, people.aoife))).toEqual([bus.title])
})

test('notices come newest first, in pages', async () => {
  const { db, people } = riverbank
  for (let number = 1; number <= 7; number++) {
    vi.setSystemTime(`2026-12-01T10:0${number}:00Z`)
    await addNotice(db, people.aoife, { ...bus, title: `${number}` })
  }
  expect(titles(await paginateNotices(db, 1))).toEqual(['7', '6', '5', '4', '3'])
  expect(titles(await paginateNotices(db, 2))).toEqual(['2', '1'])
  expect(titles(await listNotices(db, people.daniel, { limit: 3 }))).toEqual(['7', '6', '5'])
})

test('a title, a text and a future last day are required', () => {
  const messages = (notice: object) =>
    Object.fromEntries((newNotice.safeParse(notice).error?.issues ?? []).map((one) => [one.path[0], one.message]))
  const noDay = 'Please enter a date, for example 1 September 2026.'
  expect(messages({})).toEqual({ title: 'Title is required.', text: 'Text is required.', until: noDay })
  expect(messages({ ...bus, until: '30/11/2026' })).toEqual({ until: 'Please choose today or a later day.' })
  expect(messages({ ...bus, until: `1/1/${getLastYear() + 1}` })).toEqual({
    until: `Please enter a year up to ${getLastYear()}.`,
  })
  expect(newNotice.parse({ ...bus, until: '1 December 2026' })).toEqual({ ...bus, until: '2026-12-01' })
})
