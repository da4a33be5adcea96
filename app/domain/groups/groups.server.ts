import { sql } from 'kysely'
import { z } from 'zod'
import { accountColumns, compareNames, getListNames, type Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import type { FieldDescriptions } from '~/domain/change.server'
import { type Page, paginateIds } from '~/domain/page.server'
import { parsePathId } from '~/domain/path-id'
import { defineRecordSchema, recordId, recordVersion } from '~/domain/record'
import { createRepository, requireFreeName } from '~/domain/records.server'
import { Refused } from '~/domain/refused'
import type { Database, Row } from '~db/schema'
import { GROUP_FIELD, type StudentChoice } from './groups'
import { type NewGroup, NO_GROUP_STUDENT, newGroup } from './schema'

/** A group with its students whose accounts are open. */
export type StudentGroup = Row<'studentGroups'> & { studentIds: number[] }

export const groupRecord = defineRecordSchema<StudentGroup>()(
  'Group',
  'A named list of students. Only tutors see it.',
  {
    id: [recordId, 2],
    name: [z.string(), 'Kitchen'],
    studentIds: [z.array(recordId), [2]],
    version: [recordVersion, 1],
  },
)

const toGroup = ({ studentIds, ...group }: Row<'studentGroups'> & { studentIds: string }): StudentGroup => ({
  ...group,
  studentIds: JSON.parse(studentIds),
})

function selectGroups(db: Database) {
  const students = sql<string>`(select json_group_array(userId order by userId) from groupStudents
    join users on users.id = userId where groupId = studentGroups.id and closedAt is null)`
  return db.selectFrom('studentGroups').selectAll('studentGroups').select(students.as('studentIds'))
}

export const {
  find: findGroup,
  add: addGroup,
  change: changeGroup,
  remove: removeGroup,
  descriptions: describeGroup,
} = createRepository('studentGroups', {
  noun: 'group',
  rules: newGroup,
  labels: [
    { label: 'Name', getText: ({ name }) => name },
    { label: 'Students', getText: ({ studentIds }) => studentIds.join(', ') },
  ],
  getTitle: ({ name }: StudentGroup) => name,
  toRecord: (row: Row<'studentGroups'>) => toGroup({ ...row, studentIds: '[]' }),
  toRow: ({ name }) => ({ name }),
  writeRelated: async (db, id, group) => {
    const groups = await db.selectFrom('studentGroups').select(['id', 'name']).execute()
    const words = { one: 'a group', several: 'groups', field: 'name' }
    requireFreeName(groups, { id, name: group.name }, { ...words, max: MOST_GROUPS })
    await writeStudents(db, id, group)
  },
  find: async (db, id) => {
    const row = await selectGroups(db).where('id', '=', id).executeTakeFirst()
    return row ? toGroup(row) : null
  },
})

const MOST_GROUPS = 50

async function writeStudents(db: Database, id: number, { studentIds }: NewGroup): Promise<void> {
  const open = db.selectFrom('users').select('id').where('role', '=', 'student').where('closedAt', 'is', null)
  const known = await open.where('id', 'in', studentIds).execute()
  if (known.length < studentIds.length) throw new Refused('invalid', NO_GROUP_STUDENT, { field: 'studentIds' })
  await db.deleteFrom('groupStudents').where('groupId', '=', id).execute()
  const rows = studentIds.map((userId) => ({ userId, groupId: id }))
  if (rows.length > 0) await db.insertInto('groupStudents').values(rows).execute()
}

/** All groups, by name, for a tutor. */
export const listGroups = (db: Database, _tutor: Tutor): Promise<StudentGroup[]> => listAllGroups(db)

async function listAllGroups(db: Database): Promise<StudentGroup[]> {
  const groups = (await selectGroups(db).execute()).map(toGroup)
  return groups.sort((one, other) => compareNames(one.name, other.name))
}

/** Few enough that a page of them stays short on a phone. */
const GROUPS_A_PAGE = 10

/** One page of the groups, by name. */
export async function paginateGroups(db: Database, _tutor: Tutor, page: number): Promise<Page<StudentGroup>> {
  const groups = await listAllGroups(db)
  const ids = groups.map(({ id }) => id)
  return paginateIds(ids, page, async () => groups, GROUPS_A_PAGE)
}

/** The students with an open account, and those of `ids` who have left, by name, with their groups. */
export async function listStudentChoices(
  db: Database,
  tutor: Tutor,
  ids: readonly number[] = [],
): Promise<StudentChoice[]> {
  const groups = await listAllGroups(db)
  const toChoice = ({ id, name }: StudentGroup) => ({ id, name })
  return (await listStudents(db, tutor, ids)).map((student) => ({
    ...student,
    groups: groups.filter(({ studentIds }) => studentIds.includes(student.id)).map(toChoice),
  }))
}

/**
 * Replaces the groups ticked in a form with their students of this moment, in its `field`. Returns the refusal of a group that is
 * gone or has no students: without it, a form for nobody could become one for everyone.
 */
export async function expandGroups(
  db: Database,
  _tutor: Tutor,
  form: FormData,
  field: string,
): Promise<Refused | null> {
  const ids = form.getAll(GROUP_FIELD).map((id) => parsePathId(String(id)))
  form.delete(GROUP_FIELD)
  if (ids.length === 0) return null
  const groups = (await listAllGroups(db)).filter(({ id }) => ids.includes(id))
  for (const id of new Set(groups.flatMap(({ studentIds }) => studentIds))) form.append(field, String(id))
  const empty = groups.find(({ studentIds }) => studentIds.length === 0)
  if (empty) return new Refused('invalid', `There are no students in the group ‘${empty.name}’ now.`, { field })
  const isKnown = ids.every((id) => groups.some((group) => group.id === id))
  return isKnown
    ? null
    : new Refused('invalid', 'A group that you ticked has been deleted. Please check your choice.', { field })
}

/** The same descriptions, with the names of students instead of their ids; `everyone` for none. */
export async function describeByName<Fields extends { studentIds: number[] }>(
  db: Database,
  _tutor: Tutor,
  descriptions: FieldDescriptions<Fields>,
  everyone: string,
): Promise<FieldDescriptions<Fields>> {
  const students = await db.selectFrom('users').select(accountColumns).where('role', '=', 'student').execute()
  const names = getListNames(students)
  const getText = ({ studentIds }: Fields) => studentIds.map((id) => names.get(id)).join(', ') || everyone
  return descriptions.map((one) => (one.label === 'Students' ? { label: one.label, getText } : one))
}

/** The names of a student's groups, for the export of their data. */
export async function listGroupNamesOfStudent(db: Database, userId: number): Promise<string[]> {
  const own = db.selectFrom('groupStudents').innerJoin('studentGroups', 'studentGroups.id', 'groupId')
  const rows = await own.where('userId', '=', userId).select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}
