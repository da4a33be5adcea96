import { expect, test } from 'vitest'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { listGroupsOf } from './groups'
import { addGroup, changeGroup, expandGroups, findGroup, listGroups, listStudentChoices } from './groups.server'
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

test('a form’s groups become their students; an unknown or empty group is refused', async ({ db, people }) => {
  const { daniel, niamh } = people
  const kitchen = await add('Kitchen', [daniel.id])
  const garden = await add('Garden', [daniel.id, niamh.id])
  const empty = await add('Nobody yet')
  const expand = async (...ids: unknown[]) => {
    const form = new FormData()
    for (const id of ids) form.append('groupIds', String(id))
    const refusal = await expandGroups(db, people.aoife, form, 'studentIds')
    return { students: form.getAll('studentIds').map(Number), refusal: refusal?.message, left: form.has('groupIds') }
  }
  expect(await expand()).toEqual({ students: [], refusal: undefined, left: false })
  expect(await expand(kitchen.id)).toEqual({ students: [daniel.id], refusal: undefined, left: false })
  expect((await expand(kitchen.id, garden.id)).students.sort()).toEqual([daniel.id, niamh.id].sort())
  expect(await expand(kitchen.id, 999)).toMatchObject({
    students: [daniel.id],
    refusal: expect.stringContaining('deleted'),
  })
  expect(await expand('x')).toMatchObject({ students: [], refusal: expect.stringContaining('deleted') })
  expect(await expand(empty.id)).toMatchObject({ students: [], refusal: expect.stringContaining('‘Nobody yet’') })
})
