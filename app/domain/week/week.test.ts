import { expect, test } from 'vitest'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { listActivity } from '~/domain/activity/activity.server'
import { addEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { removeFile } from '~/domain/files/files.server'
import { activitiesPage } from '~/domain/website/activities.server'
import { findPage, publishSection } from '~/domain/website/website.server'
import { addSampleFile } from '~/test/records'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSampleDocument, createUploadedFile } from '~/test/samples'
import { newWeekSession, weekSessionEdit } from './schema'
import { type Grouping, listAllSessions, listTutorWeek } from './tutor-week.server'
import {
  addWeekSession,
  getDayOfStudent,
  getWeekOfStudent,
  listCancelled,
  listWeek,
  listWeekPhotos,
} from './week.server'

const riverbank = setUpFreshRiverbank()
const png = await createPicture().png().toBuffer()
const art = { weekday: 'Monday', from: '9.30', to: '11am', activity: 'Art', symbol: 'art', place: 'Art room' }
const add = (more: object = {}) =>
  addWeekSession(riverbank.db, riverbank.people.aoife, newWeekSession.parse({ ...art, ...more }))
const monday = new Date('2026-11-23T10:00:00Z')
const activities = (sessions: { activity: string }[]) => sessions.map(({ activity }) => activity)

test.each([
  [{ to: '9:30' }, 'to'],
  [{ from: 'soon' }, 'from'],
  [{ from: '10' }, 'from'],
  [{ symbol: 'skull' }, 'symbol'],
  [{ exceptions: 'tomorrow' }, 'exceptions'],
  [{ exceptions: ['2026-02-30'] }, 'exceptions'],
  [{ startDate: '2026-12-02', endDate: '2026-12-01' }, 'endDate'],
  [{ from: '09:75' }, 'from'],
  [{ from: '24:30', to: '25:99' }, 'from', 'to'],
  [{ to: '1:30', from: '0:30' }, 'to'],
])('%j is refused', (wrong, ...refused) => {
  const { error } = newWeekSession.safeParse({ ...art, ...wrong })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(refused)
})

test.each([
  ['12:30', '1:30', '12:30-13:30'],
  ['01:30', '02:30', '01:30-02:30', '1:30 at night, or 13:30 in the afternoon?'],
  ['1:30', '15:00', '1:30 at night, or 13:30 in the afternoon?'],
  ['12:30am', '1:30', '1:30 at night, or 13:30 in the afternoon?'],
  ['22:00', '1am', expect.stringContaining('If it goes on over midnight, add two sessions')],
  ['10', '11:00', expect.stringContaining('We can’t tell if 10 is in the morning or in the evening.')],
])('a session from %s to %s', (from, to, expected, inForms = expected) => {
  const read = ({ data, error }: ReturnType<typeof newWeekSession.safeParse>) =>
    data ? `${data.from}-${data.to}` : error?.issues[0]?.message
  const session = { ...art, from, to, version: 1 }
  expect([read(newWeekSession.safeParse(session)), read(weekSessionEdit.safeParse(session) as never)]).toEqual([
    expected,
    inForms,
  ])
})

test('a session is refused for a tutor, for an unknown student, and with a picture that is not shared', async () => {
  const { db, uploads, people } = riverbank
  for (const id of [people.aoife.id, 4711])
    await expect(add({ studentIds: [id] })).rejects.toMatchObject({ errors: { studentIds: [expect.any(String)] } })
  const give = async (studentId: number | null, bytes: Buffer, name: string) => {
    const file = createUploadedFile(bytes, name)
    return (await addSampleFile(riverbank, { title: 'Kitchen', isShared: !studentId, studentId, file })).id
  }
  const photoId = await give(null, png, 'a.png')
  const errors = { photoId: ['Please choose one of the shared pictures.'] }
  for (const refused of [
    await give(people.daniel.id, png, 'a.png'),
    await give(null, createSampleDocument(), 'a.doc'),
    9999,
  ])
    await expect(add({ photoId: refused })).rejects.toMatchObject({ kind: 'invalid', errors })
  expect(await listWeek(db, riverbank.people.aoife)).toEqual([])
  await add({ photoId })
  expect((await getDayOfStudent(db, people.daniel, monday)).sessions).toMatchObject([{ photoId }])
  await removeFile(db, uploads, people.aoife, photoId)
  expect((await getDayOfStudent(db, people.daniel, monday)).sessions).toMatchObject([{ photoId: null, symbol: 'art' }])
})

test('tutors see which pictures for sessions are hidden from students', async ({ db, people }) => {
  const file = createUploadedFile(png, 'a.png')
  const { id: fileId } = await addSampleFile(riverbank, { title: 'Kitchen', isShared: true, studentId: null, file })
  expect(await listWeekPhotos(db, people.aoife)).toEqual([{ id: fileId, title: 'Kitchen', isHidden: false }])
  // Niamh has not given permission.
  const mark = { userId: people.niamh.id, fileId, attachmentId: null, websitePicture: null }
  await db.insertInto('peopleInPictures').values(mark).execute()
  expect(await listWeekPhotos(db, people.aoife)).toEqual([{ id: fileId, title: 'Kitchen', isHidden: true }])
  await add({ photoId: fileId })
  await add({ activity: 'Lunch', from: '12:30', to: '13:15' })
  // The choice of photos may not have it: it is one of the newest only, without those of albums.
  await db.updateTable('files').set({ album: 'qqi' }).where('id', '=', fileId).execute()
  const { sessions } = await listAllSessions(db, people.aoife, { by: 'day', page: 1 })
  for (const shown of [await listTutorWeek(db, people.aoife, people.daniel.id), sessions.items])
    expect(shown.map(({ hiddenBecause }) => hiddenBecause)).toEqual([
      expect.stringContaining('Niamh has not said yes'),
      undefined,
    ])
})

test('a student sees their own sessions and everyone’s, and nothing about others', async ({ db, people }) => {
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

test('while the centre is closed there is nothing on, and the next day is after it', async ({ db, people }) => {
  await add({ studentIds: [people.daniel.id] })
  const day = { day: 23, month: 'November', year: 2026 }
  await addEvent(db, people.aoife, newEvent.parse({ title: 'Bank holiday', ...day, closed: true }))
  const read = () => getDayOfStudent(db, people.daniel, monday)
  expect(await read()).toMatchObject({ isClosed: true, sessions: [], now: [], next: [], nextDay: '2026-11-30' })
  const week = () => getWeekOfStudent(db, people.daniel, '2026-11-29')
  expect((await week())[0]).toEqual({ day: '2026-11-23', isClosed: true, isAway: false, sessions: [] })
  const holidays = { title: 'Holidays', ...day, day: 20, endDate: '2026-11-30', closed: true }
  await addEvent(db, people.aoife, newEvent.parse(holidays))
  expect(await read()).toMatchObject({ isClosed: true, nextDay: '2026-12-07' })
  expect((await read()).events.map(({ title }) => title)).toEqual(['Holidays', 'Bank holiday'])
  expect((await week()).map(({ isClosed, sessions }) => [isClosed, sessions])).toEqual(Array(7).fill([true, []]))
})

test('a closed day lists its cancelled events and activities, each once', async ({ db, people }) => {
  const day = { day: 23, month: 'November', year: 2026 } as const
  await add({ studentIds: [people.daniel.id] })
  await add({ studentIds: [people.niamh.id] })
  await add({ activity: 'Lunch', exceptions: ['2026-11-23'] })
  await add({ activity: 'Garden', weekday: 'Tuesday' })
  await addEvent(db, people.aoife, newEvent.parse({ title: 'Tea morning', ...day }))
  expect(await listCancelled(db, people.aoife, [day])).toEqual({ titles: [], activities: [] })
  await addEvent(db, people.aoife, newEvent.parse({ title: 'Bank holiday', ...day, closed: true }))
  const { events } = await getDayOfStudent(db, people.daniel, monday)
  expect(events.map(({ title, cancelled }) => [title, cancelled])).toEqual([
    ['Tea morning', true],
    ['Bank holiday', false],
  ])
  const next = { ...day, day: 24 }
  expect(await listCancelled(db, people.aoife, [day, next])).toEqual({ titles: ['Tea morning'], activities: ['Art'] })
  await addEvent(db, people.aoife, newEvent.parse({ title: 'Training', ...next, closed: true }))
  expect(await listCancelled(db, people.aoife, [day, next])).toEqual({
    titles: ['Tea morning'],
    activities: ['Art', 'Garden'],
  })
})

test('erasing a student leaves no line about their own sessions in the log', async ({ db, uploads, people }) => {
  await add({ studentIds: [people.daniel.id] })
  expect((await listActivity(db, riverbank.people.aoife))[0]).toMatchObject({ title: 'Art, Monday 09:30' })
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  expect(JSON.stringify(await listActivity(db, riverbank.people.aoife))).not.toContain('Art, Monday')
})

test('a session has the symbol and colour that its activity has on the website', async ({ db, people }) => {
  const { words, version } = await findPage(db, activitiesPage)
  const items = words.grid.items.map((item) =>
    item.name === 'Art' ? { ...item, symbol: 'pottery' as const, tint: 'plum' as const } : item,
  )
  await publishSection(db, people.aoife, activitiesPage, 'grid', { version, words: { ...words.grid, items } })
  for (const [activity, symbol] of [
    ['art', null],
    // Stored before symbols were looked up.
    ['Art', 'art'],
    ['Art', 'sewing'],
    ['Kitchen', 'cooking'],
    ['Lunch', 'lunch'],
    ['Chat', null],
  ])
    await add({ activity, symbol })
  const { sessions } = await getDayOfStudent(db, people.daniel, monday)
  expect(sessions.map(({ activity, symbol, tint }) => `${activity} ${symbol} ${tint}`)).toEqual([
    'art pottery plum',
    'Art pottery plum',
    'Art sewing plum',
    'Kitchen cooking brick',
    'Lunch lunch sun',
    'Chat null river',
  ])
  expect((await listWeek(db, riverbank.people.aoife)).map(({ symbol }) => symbol).slice(0, 3)).toEqual([
    'pottery',
    'pottery',
    'sewing',
  ])
})

const withAoife = {
  weekday: 'Monday',
  from: '9:30',
  to: '11:00',
  activity: 'Art',
  place: 'Art room',
  withWhom: 'Aoife',
}
const addWithAoife = (more: object = {}) =>
  addWeekSession(riverbank.db, riverbank.people.aoife, newWeekSession.parse({ ...withAoife, ...more }))
const list = async (by: Grouping, one?: string, page = 1) => {
  const { choices, chosen, sessions } = await listAllSessions(riverbank.db, riverbank.people.aoife, { by, one, page })
  return {
    choices: choices.map(({ value, number }) => `${value} ${number}`).join(', '),
    chosen,
    sessions: sessions.items.map(({ weekday, activity }) => `${weekday} ${activity}`).join(', '),
  }
}

test('all sessions are listed by day, room and tutor', async () => {
  const { daniel, niamh } = riverbank.people
  await addWithAoife({ weekday: 'Tuesday', studentIds: [daniel.id] })
  await addWithAoife({ activity: 'Choir', place: 'art room', withWhom: 'Colm and aoife', studentIds: [niamh.id] })
  await addWithAoife({ activity: 'Lunch', place: null, withWhom: null, from: '12:30', to: '13:15' })
  expect(await list('day')).toEqual({
    choices: 'Monday 2, Tuesday 1',
    chosen: 'Monday',
    sessions: 'Monday Choir, Monday Lunch',
  })
  expect(await list('day', 'Tuesday')).toMatchObject({ chosen: 'Tuesday', sessions: 'Tuesday Art' })
  expect(await list('room', 'Art Room')).toEqual({
    choices: 'art room 2, none 1',
    chosen: 'art room',
    sessions: 'Monday Choir, Tuesday Art',
  })
  expect(await list('tutor', 'AOIFE')).toEqual({
    choices: 'aoife 2, Colm 1, none 1',
    chosen: 'aoife',
    sessions: 'Monday Choir, Tuesday Art',
  })
  expect(await list('tutor', 'none')).toMatchObject({ sessions: 'Monday Lunch' })
  expect(await list('tutor', 'Nobody')).toMatchObject({ chosen: 'aoife' })
})

test('a week names clashes of its students, and of rooms and tutors with other weeks', async ({ db, people }) => {
  const { daniel, niamh } = people
  await addWithAoife({ studentIds: [daniel.id] })
  await addWithAoife({ activity: 'Lunch', place: null, withWhom: null, from: '10:00', to: '10:30' })
  await addWithAoife({ activity: 'Choir', studentIds: [niamh.id] })
  const describe = async (id: number | null) =>
    (await listTutorWeek(db, riverbank.people.aoife, id)).map(({ activity, clashes }) => [activity, clashes.join('. ')])
  expect(await describe(daniel.id)).toEqual([
    ['Art', 'Clashes with Lunch. Art room also has Choir'],
    ['Lunch', 'Clashes with Art'],
  ])
  expect(await describe(null)).toEqual([['Lunch', '']])
})
