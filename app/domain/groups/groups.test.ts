import { expect, test } from 'vitest'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { listGroupsOf } from './groups'
import { addGroup, changeGroup, findGroup, listGroups, listStudentChoices } from './groups.server'
import { newGroup } from './schema'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const add = (name: string, studentIds: number[] = []) =>
  addGroup(riverbank.db, aoife, newGroup.parse({ name, studentIds }))

test('two groups never have the same name, however it is written, and there are at most 50', async ({ db, people }) => {
  const { id } = await add('Kitchen')
  const taken = { kind: 'invalid', errors: { name: [expect.stringContaining('already a group')] } }
  await expect(add(' KITCHEN ')).rejects.toMatchObject(taken)
  expect(await changeGroup(db, people.aoife, id, { patch: { name: 'kitchen' } })).toMatchObject({ name: 'kitchen' })
  for (let number = 2; number <= 50; number++) await add(`Group ${number}`)
  await expect(add('One more')).rejects.toMatchObject({ kind: 'invalid', errors: { name: [expect.any(String)] } })
  expect(await listGroups(db, aoife)).toHaveLength(50)
})

test('only students with an open account are in a group; closing and erasing an account removes them', async () => {
  const { db, uploads, people } = riverbank
  const { aoife, daniel, niamh } = people
  await expect(add('Staff', [aoife.id])).rejects.toMatchObject({
    kind: 'invalid',
    errors: { studentIds: expect.anything() },
  })
  const { id } = await add('Kitchen', [daniel.id, niamh.id])
  await closeAccountById(db, aoife, niamh.id)
  expect(await findGroup(db, aoife, id)).toMatchObject({ studentIds: [daniel.id] })
  await expect(changeGroup(db, aoife, id, { patch: { studentIds: [niamh.id] } })).rejects.toMatchObject({
    kind: 'invalid',
  })
  await erasePerson(db, uploads, aoife, daniel.id)
  expect(await findGroup(db, aoife, id)).toMatchObject({ studentIds: [] })
  expect(await db.selectFrom('groupStudents').select('userId').execute()).toEqual([])
})

test('students are listed with their groups', async ({ db, people }) => {
  const { daniel, niamh } = people
  const garden = await add('Garden', [niamh.id])
  const bus = await add('bus', [daniel.id, niamh.id])
  await add('Nobody yet')
  const students = await listStudentChoices(db, aoife)
  expect(students.map(({ firstName, groups }) => [firstName, groups.map(({ name }) => name)])).toEqual([
    ['Daniel', ['bus']],
    ['Niamh', ['bus', 'Garden']],
  ])
  expect(listGroupsOf(students)).toEqual([
    { id: bus.id, name: 'bus', studentIds: [daniel.id, niamh.id] },
    { id: garden.id, name: 'Garden', studentIds: [niamh.id] },
  ])
})
