import { expect, test } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { newWeekSession } from './schema'
import { type Grouping, listAllSessions, listTutorWeek } from './tutor-week.server'
import { addWeekSession } from './week.server'

const riverbank = setUpFreshRiverbank()
const art = { weekday: 'Monday', from: '9:30', to: '11:00', activity: 'Art', place: 'Art room', withWhom: 'Aoife' }
const add = (more: object = {}) =>
  addWeekSession(riverbank.db, riverbank.people.aoife, newWeekSession.parse({ ...art, ...more }))
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
  await add({ weekday: 'Tuesday', studentIds: [daniel.id] })
  await add({ activity: 'Choir', place: 'art room', withWhom: 'Colm and aoife', studentIds: [niamh.id] })
  await add({ activity: 'Lunch', place: null, withWhom: null, from: '12:30', to: '13:15' })
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
  await add({ studentIds: [daniel.id] })
  await add({ activity: 'Lunch', place: null, withWhom: null, from: '10:00', to: '10:30' })
  await add({ activity: 'Choir', studentIds: [niamh.id] })
  const describe = async (id: number | null) =>
    (await listTutorWeek(db, riverbank.people.aoife, id)).map(({ activity, clashes }) => [activity, clashes.join('. ')])
  expect(await describe(daniel.id)).toEqual([
    ['Art', 'Clashes with Lunch. Art room also has Choir'],
    ['Lunch', 'Clashes with Art'],
  ])
  expect(await describe(null)).toEqual([['Lunch', '']])
})
