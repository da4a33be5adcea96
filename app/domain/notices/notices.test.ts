import { beforeEach, expect, test, vi } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { getLastYear } from '~/domain/events/days'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { changePhotoNotice, readPhotoNotice } from './albums.server'
import {
  addNotice,
  changeNotice,
  describeRecipients,
  findNoticePlace,
  listNotices,
  paginateNotices,
  paginatePastNotices,
} from './notices.server'
import { type NewNotice, newNotice } from './schema'

const bus: NewNotice = {
  title: 'No bus on Friday',
  text: 'Please ring us.\nWe can help.',
  until: '2026-12-04',
  studentIds: [],
}
setUpFreshRiverbank()
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T10:00:00Z') })
})
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)

test('a notice is shown until the end of its last day in Dublin', async ({ db, people }) => {
  await addNotice(db, people.aoife, { ...bus, until: '2027-07-01' })
  vi.setSystemTime('2027-07-01T22:30:00Z')
  expect(titles(await paginateNotices(db, people.daniel, 1))).toEqual([bus.title])
  // Midnight of Irish summer time.
  vi.setSystemTime('2027-07-01T23:30:00Z')
  expect(titles(await paginateNotices(db, people.daniel, 1))).toEqual([])
  expect(titles(await paginatePastNotices(db, people.aoife, 1))).toEqual([bus.title])
  expect(titles(await listNotices(db, people.daniel))).toEqual([])
  expect(titles(await listNotices(db, people.aoife))).toEqual([bus.title])
})

test('the last day is today or later, up to the end of the calendar', () => {
  const messages = (notice: object) =>
    Object.fromEntries((newNotice.safeParse(notice).error?.issues ?? []).map((one) => [one.path[0], one.message]))
  expect(messages({ ...bus, until: '30/11/2026' })).toEqual({ until: 'Please choose today or a later day.' })
  expect(messages({ ...bus, until: `1/1/${getLastYear() + 1}` })).toEqual({
    until: `Please enter a year up to ${getLastYear()}.`,
  })
  expect(newNotice.parse({ ...bus, until: '1 December 2026' })).toEqual({ ...bus, until: '2026-12-01' })
})

test('a notice for some students shows a student no other’s id, and can be given to others', async ({ db, people }) => {
  const { daniel, niamh, aoife } = people
  const own = await addNotice(db, aoife, { ...bus, title: 'Dentist', studentIds: [daniel.id] })
  const both = await addNotice(db, aoife, { ...bus, title: 'Choir', studentIds: [daniel.id, niamh.id] })
  const read = async (user: typeof daniel) => {
    const lists = [(await paginateNotices(db, user, 1)).items, (await listNotices(db, user)).items]
    return lists.map((items) => items.map(({ title, studentIds }) => `${title} ${studentIds}`))
  }
  expect(await read(daniel)).toEqual(Array(2).fill([`Choir ${daniel.id}`, `Dentist ${daniel.id}`]))
  expect(await read(niamh)).toEqual(Array(2).fill([`Choir ${niamh.id}`]))
  expect(await describeRecipients(db, people.aoife, (await listNotices(db, aoife)).items)).toEqual({
    [own.id]: 'Daniel',
    [both.id]: 'Daniel and Niamh',
  })
  const toTutor = addNotice(db, aoife, { ...bus, studentIds: [aoife.id] })
  await expect(toTutor).rejects.toMatchObject({ kind: 'invalid', errors: { studentIds: [expect.any(String)] } })
  await changeNotice(db, aoife, own.id, { patch: { studentIds: [niamh.id] } })
  expect(await read(daniel)).toEqual(Array(2).fill([`Choir ${daniel.id}`]))
})

test('a notice is found on its page of the current or past list', async ({ db, people }) => {
  const added = []
  for (let number = 1; number <= 7; number++)
    added.push(await addNotice(db, people.aoife, { ...bus, title: `${number}`, until: '2026-12-02' }))
  expect(await findNoticePlace(db, people.aoife, added[6]!)).toEqual({ list: 'notices', page: 1 })
  expect(await findNoticePlace(db, people.aoife, added[1]!)).toEqual({ list: 'notices', page: 2 })
  vi.setSystemTime('2026-12-03T10:00:00Z')
  expect(await findNoticePlace(db, people.aoife, added[1]!)).toEqual({ list: 'past', page: 2 })
  expect(titles(await paginatePastNotices(db, people.aoife, 2))).toEqual(['2', '1'])
})

test('the photo notice begins with our words and can be changed by one tutor at a time', async ({ db, people }) => {
  const first = await readPhotoNotice(db, people.daniel)
  expect(first).toMatchObject({ title: 'QQI Certificates Presentation', isHiddenWhenEmpty: false })
  const patch = { title: 'The day in Galway', text: 'See what we did.', isHiddenWhenEmpty: true }
  const changed = await changePhotoNotice(db, people.aoife, { version: first.version, patch })
  expect(changed).toEqual({ id: 0, version: first.version + 1, ...patch })
  expect(await readPhotoNotice(db, people.daniel)).toEqual(changed)
  expect((await listActivity(db, people.aoife))[0]).toMatchObject({
    action: 'changed',
    noun: 'photo notice',
    title: patch.title,
  })
  const late = changePhotoNotice(db, people.aoife, { version: first.version, patch })
  await expect(late).rejects.toMatchObject({ kind: 'conflict' })
  await expect(changePhotoNotice(db, people.aoife, { patch: { text: ' ' } })).rejects.toMatchObject({
    errors: { text: ['Text is required.'] },
  })
})
