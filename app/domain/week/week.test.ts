import { expect, test } from 'vitest'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { listActivity } from '~/domain/activity/activity.server'
import { addEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { addFile, removeFile } from '~/domain/files/files.server'
import { activitiesPage } from '~/domain/website/activities.server'
import { findPage, publishSection } from '~/domain/website/website.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
import { newWeekSession } from './schema'
import {
  addWeekSession,
  changeWeekSession,
  findWeekSession,
  getDayOfStudent,
  getWeekOfStudent,
  listCancelled,
  listWeek,
  listWeekOf,
  removeWeekSession,
} from './week.server'

const riverbank = setUpFreshRiverbank()
const art = { weekday: 'Monday', from: '9.30', to: '11am', activity: 'Art', symbol: 'art', place: 'Art room' }
const add = (more: object = {}) =>
  addWeekSession(riverbank.db, riverbank.people.aoife, newWeekSession.parse({ ...art, ...more }))
const monday = new Date('2026-11-23T10:00:00Z')
const activities = (sessions: { activity: string }[]) => sessions.map(({ activity }) => activity)

test('a session is added, changed and removed, and the log says so', async () => {
  const { db, people } = riverbank
  const session = await add({ studentIds: [people.daniel.id], exceptions: '4 May 2026\r\n\r\n1/12/2026' })
  expect(session).toMatchObject({ from: '09:30', to: '11:00', studentIds: [people.daniel.id], photoId: null })
  expect(session.exceptions).toEqual(['2026-05-04', '2026-12-01'])
  const both = [people.daniel.id, people.niamh.id]
  const change = { version: 1, patch: { studentIds: both, place: null } }
  const changed = await changeWeekSession(db, people.aoife, session.id, change)
  expect(changed).toEqual({ ...session, studentIds: both, place: null, version: 2 })
  const late = changeWeekSession(db, people.aoife, session.id, { version: 1, patch: { activity: 'Drama' } })
  await expect(late).rejects.toMatchObject({ status: 409, now: changed })
  const all = await changeWeekSession(db, people.aoife, session.id, { patch: { studentIds: [] } })
  expect(await listWeekOf(db, null)).toEqual([all])
  await removeWeekSession(db, people.aoife, session.id)
  expect(await findWeekSession(db, session.id)).toBeNull()
  const log = (await listActivity(db)).map(({ action, noun, title }) => `${action} ${noun} ${title}`)
  expect(log[0]).toBe('deleted session of the week Art, Monday 09:30')
})

test.each([
  [{ to: '9:30' }, 'to'],
  [{ from: 'soon' }, 'from'],
  [{ from: '10' }, 'from'],
  [{ weekday: 'Someday' }, 'weekday'],
  [{ activity: ' ' }, 'activity'],
  [{ symbol: 'skull' }, 'symbol'],
  [{ exceptions: 'tomorrow' }, 'exceptions'],
  [{ exceptions: ['2026-02-30'] }, 'exceptions'],
  [{ startDate: '2026-12-02', endDate: '2026-12-01' }, 'endDate'],
  [{ studentIds: ['x'] }, 'studentIds.0'],
])('%j is refused', (wrong, field) => {
  const { error } = newWeekSession.safeParse({ ...art, ...wrong })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})

test('a session is refused for a tutor, for an unknown student, and with a picture that is not shared', async () => {
  const { db, uploads, people } = riverbank
  for (const id of [people.aoife.id, 4711])
    await expect(add({ studentIds: [id] })).rejects.toMatchObject({
      status: 400,
      errors: { studentIds: [expect.any(String)] },
    })
  const give = async (isShared: boolean, bytes: Buffer, name: string) =>
    addFile(db, uploads, people.aoife, {
      ...{ title: 'Kitchen', description: null, alt: null, album: null, isShared },
      studentId: isShared ? null : people.daniel.id,
      file: createUploadedFile(bytes, name),
    })
  const photo = await give(true, await createPicture().png().toBuffer(), 'a.png')
  for (const file of [
    await give(false, await createPicture().png().toBuffer(), 'a.png'),
    await give(true, createSamplePdf('A'), 'a.pdf'),
  ])
    await expect(add({ photoId: file.id })).rejects.toMatchObject({
      status: 400,
      errors: { photoId: [expect.any(String)] },
    })
  expect(await listWeek(db)).toEqual([])
  await add({ photoId: photo.id })
  expect((await getDayOfStudent(db, people.daniel, monday)).sessions).toMatchObject([{ photoId: photo.id }])
  await removeFile(db, uploads, people.aoife, photo.id)
  expect((await getDayOfStudent(db, people.daniel, monday)).sessions).toMatchObject([{ photoId: null, symbol: 'art' }])
})

test('a student sees their own sessions and everyone’s, and nothing about others', async () => {
  const { db, people } = riverbank
  await add({ studentIds: [people.niamh.id], activity: 'Garden' })
  await add({ activity: 'Lunch', from: '12:30', to: '13:15' })
  const own = await add({ studentIds: [people.daniel.id, people.niamh.id] })
  const day = await getDayOfStudent(db, people.daniel, monday)
  expect(activities(day.sessions)).toEqual(['Art', 'Lunch'])
  expect(day).toMatchObject({ day: '2026-11-23', now: [own.id], nextDay: '2026-11-30', isClosed: false })
  expect(JSON.stringify(day)).not.toContain('studentIds')
  expect(activities((await getDayOfStudent(db, people.niamh, monday)).sessions)).toEqual(['Garden', 'Art', 'Lunch'])
  expect(activities((await getDayOfStudent(db, people.aoife, monday)).sessions)).toEqual(['Lunch'])
})

test('on a closed day there is nothing on, and the week says so', async () => {
  const { db, people } = riverbank
  await add({ studentIds: [people.daniel.id] })
  const closed = { title: 'Bank holiday', day: 23, month: 'November', year: 2026, closed: true }
  await addEvent(db, people.aoife, newEvent.parse(closed))
  const day = await getDayOfStudent(db, people.daniel, monday)
  expect(day).toMatchObject({ isClosed: true, sessions: [], now: [], next: [], nextDay: '2026-11-30' })
  expect(day.events).toMatchObject([{ title: 'Bank holiday' }])
  const week = await getWeekOfStudent(db, people.daniel, '2026-11-29')
  expect(week[0]).toEqual({ day: '2026-11-23', isClosed: true, isAway: false, sessions: [] })
})

test('while the centre is closed for several days there is nothing on, and the next day is after them', async () => {
  const { db, people } = riverbank
  await add({ studentIds: [people.daniel.id] })
  const closed = { title: 'Holidays', day: 20, month: 'November', year: 2026, endDate: '2026-11-30', closed: true }
  await addEvent(db, people.aoife, newEvent.parse(closed))
  const day = await getDayOfStudent(db, people.daniel, monday)
  expect(day).toMatchObject({ isClosed: true, sessions: [], nextDay: '2026-12-07' })
  expect(day.events).toMatchObject([{ title: 'Holidays' }])
  const week = await getWeekOfStudent(db, people.daniel, '2026-11-29')
  expect(week.map(({ isClosed, sessions }) => [isClosed, sessions])).toEqual(Array(week.length).fill([true, []]))
})

test('a closed day lists its cancelled events and activities, each once', async () => {
  const { db, people } = riverbank
  const day = { day: 23, month: 'November', year: 2026 } as const
  await add({ studentIds: [people.daniel.id] })
  await add({ studentIds: [people.niamh.id] })
  await add({ activity: 'Lunch', exceptions: ['2026-11-23'] })
  await add({ activity: 'Garden', weekday: 'Tuesday' })
  await addEvent(db, people.aoife, newEvent.parse({ title: 'Tea morning', ...day }))
  expect(await listCancelled(db, [day])).toEqual({ titles: [], activities: [] })
  await addEvent(db, people.aoife, newEvent.parse({ title: 'Bank holiday', ...day, closed: true }))
  const { events } = await getDayOfStudent(db, people.daniel, monday)
  expect(events.map(({ title, cancelled }) => [title, cancelled])).toEqual([
    ['Tea morning', true],
    ['Bank holiday', false],
  ])
  const next = { ...day, day: 24 }
  expect(await listCancelled(db, [day, next])).toEqual({ titles: ['Tea morning'], activities: ['Art'] })
  await addEvent(db, people.aoife, newEvent.parse({ title: 'Training', ...next, closed: true }))
  expect(await listCancelled(db, [day, next])).toEqual({ titles: ['Tea morning'], activities: ['Art', 'Garden'] })
})

test('erasing a student removes their own sessions; shared ones stay, and none becomes everyone’s', async () => {
  const { db, uploads, people } = riverbank
  await add({ studentIds: [people.daniel.id], withWhom: 'Daniel’s sister' })
  await add({ studentIds: [people.daniel.id, people.niamh.id], activity: 'Choir' })
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  expect(await listWeek(db)).toMatchObject([{ activity: 'Choir', studentIds: [people.niamh.id] }])
  expect(JSON.stringify(await listActivity(db))).not.toContain('Art, Monday')
})

test('a session with an unknown picture is refused for that field', async () => {
  const { db, people } = riverbank
  const session = newWeekSession.parse({ weekday: 'Monday', from: '9:30', to: '10:30', activity: 'Art', photoId: 9999 })
  await expect(addWeekSession(db, people.aoife, session)).rejects.toMatchObject({
    status: 400,
    errors: { photoId: ['Please choose one of the shared pictures.'] },
  })
})

test('a session has the symbol and colour of its activity on the website, as tutors change them', async () => {
  const { db, people } = riverbank
  const { words, version } = await findPage(db, activitiesPage)
  const items = words.grid.items.map((item) =>
    item.name === 'Art' ? { ...item, symbol: 'pottery' as const, tint: 'plum' as const } : item,
  )
  await publishSection(db, people.aoife, activitiesPage, 'grid', { version, words: { ...words.grid, items } })
  const add = (activity: string, symbol: string | null) =>
    addWeekSession(db, people.aoife, newWeekSession.parse({ ...art, activity, symbol }))
  for (const [activity, symbol] of [
    ['art', null],
    // Stored before symbols were looked up.
    ['Art', 'art'],
    ['Art', 'sewing'],
    ['Clay', 'pottery'],
    ['Kitchen', 'cooking'],
    ['Lunch', 'lunch'],
    ['Bus home', 'bus'],
    ['Chat', null],
  ] as const)
    await add(activity, symbol)
  const { sessions } = await getDayOfStudent(db, people.daniel, monday)
  expect(sessions.map(({ activity, symbol, tint }) => [activity, symbol, tint])).toEqual([
    ['art', 'pottery', 'plum'],
    ['Art', 'pottery', 'plum'],
    ['Art', 'sewing', 'plum'],
    ['Clay', 'pottery', 'plum'],
    ['Kitchen', 'cooking', 'brick'],
    ['Lunch', 'lunch', 'sun'],
    ['Bus home', 'bus', 'slate'],
    ['Chat', null, 'river'],
  ])
  expect((await listWeek(db)).map(({ symbol }) => symbol).slice(0, 3)).toEqual(['pottery', 'pottery', 'sewing'])
})
