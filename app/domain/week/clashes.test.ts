import { expect, test } from 'vitest'
import { describeClashes, findClashes, isSameSession, type PlannedSession, splitTutors } from './clashes'

const plan = (id: number, hours: string, more: Partial<PlannedSession> = {}): PlannedSession => {
  const [from = '', to = ''] = hours.split('-')
  const nothing = { place: null, withWhom: null, startDate: null, endDate: null, studentIds: [] }
  return { id, weekday: 'Monday', from, to, activity: 'Art', ...nothing, ...more }
}
const describeFirst = (...sessions: PlannedSession[]) =>
  describeClashes(findClashes(sessions).get(sessions[0]!.id) ?? []).join('. ')

test('two sessions of one student at one time clash; others do not', () => {
  const one = plan(1, '09:30-11:00', { studentIds: [7] })
  const all = plan(2, '10:30-12:00')
  const others = plan(3, '09:30-10:30', { studentIds: [8] })
  const later = plan(4, '11:00-12:00', { studentIds: [7], startDate: '2099-01-01' })
  const former = { ...all, id: 5, endDate: '2098-12-31' }
  const clashes = findClashes([one, all, others, later, former])
  expect(clashes.get(1)?.map(({ other }) => other.id)).toEqual([2, 5])
  expect(findClashes([later, former]).get(4)).toEqual([])
  expect(findClashes([one, { ...all, endDate: '2025-12-31' }]).get(1)).toEqual([])
})

const daniel = { studentIds: [7] }
const niamh = { studentIds: [8], activity: 'Choir' }
const hallAndColm = { place: 'Hall', withWhom: 'Colm' }

test.each([
  ['a room', { place: 'Room 2' }, { place: ' room 2 ' }, 'Room 2 also has Choir'],
  ['a tutor', { withWhom: 'Aoife' }, { withWhom: 'AOIFE' }, 'Aoife is also at Choir'],
  ['one of two tutors', { withWhom: 'Colm and Aoife' }, { withWhom: 'Aoife, Bernie' }, 'Aoife is also at Choir'],
  ['a room and a tutor', hallAndColm, hallAndColm, 'Hall also has Choir'],
  ['neither', hallAndColm, { place: 'Room 1', withWhom: 'Aoife' }, ''],
])('two sessions of different students that need %s', (_, one, other, expected) => {
  const first = plan(1, '09:30-11:00', { ...daniel, ...one })
  expect(describeFirst(first, plan(2, '10:00-10:30', { ...niamh, ...other }))).toBe(expected)
  expect(describeFirst(first, plan(2, '11:00-11:30', { ...niamh, ...other }))).toBe('')
  expect(describeFirst(first, plan(2, '10:00-10:30', { ...niamh, ...other, weekday: 'Friday' }))).toBe('')
})

test('a class whose students have a record each does not clash with itself', () => {
  const art = { place: 'Art room', withWhom: 'Aoife' }
  const first = plan(1, '09:30-11:00', { ...daniel, ...art })
  expect(describeFirst(first, plan(2, '09:30-11:00', { ...art, studentIds: [8] }))).toBe('')
  const elsewhere = plan(2, '09:30-11:00', { ...art, studentIds: [8], place: 'Hall' })
  expect(describeFirst(first, elsewhere)).toBe('Aoife is also at Art')
})

test('clashes of students come first, each activity once', () => {
  const swimming = { activity: 'Swimming', ...daniel }
  const sessions = [
    plan(1, '09:30-11:00', { ...daniel, place: 'Hall' }),
    plan(2, '09:00-10:00', { ...niamh, place: 'Hall' }),
    plan(3, '09:00-10:00', swimming),
    plan(4, '10:00-12:00', swimming),
    plan(5, '10:00-12:00', { activity: 'Lunch' }),
  ]
  expect(describeFirst(...sessions)).toBe('Clashes with Swimming, Lunch. Hall also has Choir')
})

test.each([
  ['the same', {}, true],
  ['another spelling and room', { activity: ' ART', place: 'Hall' }, true],
  ['another activity', { activity: 'Choir' }, false],
  ['weeks after the last', { startDate: '2027-01-01' }, false],
])('a session that is there already: %s', (_, more, expected) => {
  const art = plan(1, '09:30-11:00', { endDate: '2026-12-31' })
  expect(isSameSession(art, { ...art, endDate: null, ...more })).toBe(expected)
})

test('who a session is with can be several tutors', () => {
  expect(splitTutors('Aoife, Colm and Bernie / Sandra')).toEqual(['Aoife', 'Colm', 'Bernie', 'Sandra'])
  expect(splitTutors(null)).toEqual([])
})
