import { expect, test } from 'vitest'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { addAttendance } from '~/domain/attendance/attendance.server'
import { lowerHashCost } from '~/test/hash-cost'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { loader } from './route'

lowerHashCost()
const riverbank = setUpFreshRiverbank()

test('a month gives no ids, so that no former student can be found by theirs', async ({ db, people, uploads }) => {
  const line = { sessionId: null, state: 'here', time: null } as const
  await addAttendance(db, people.aoife, { ...line, studentId: people.daniel.id, date: '2026-10-06' })
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  const path = '/dashboard/timetable/register/month?month=2026-10'
  const month = await (await callRoute(riverbank, loader, path, { as: 'aoife' })).json()
  expect(month.people.map(({ name }: { name: string }) => name)).toEqual(['Niamh Walsh', 'Former student'])
  expect(month.people.some((person: object) => 'id' in person)).toBe(false)
})
