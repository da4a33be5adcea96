import type { Tutor } from '~/domain/accounts/account'
import { type PersonRecord, requireStudentById } from '~/domain/accounts/people.server'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { orNotFound, Refused } from '~/domain/refused'
import { createSecret, hashSecret } from '~/signing.server'
import type { Database, Row } from '~db/schema'
import type { NewFamilyLink } from './schema'

/** Enough for two parents, grandparents, and a home with its staff. */
const MAX_LINKS = 10

/** A family's link as tutors see it, without its secret. */
export type FamilyLink = Pick<Row<'familyLinks'>, 'id' | 'label' | 'createdAt' | 'lastUsedAt'>

/** The links of a student's family, the oldest first, for a tutor. */
export const listFamilyLinks = (db: Database, _tutor: Tutor, userId: number): Promise<FamilyLink[]> =>
  listLinksOfFamily(db, userId)

/** The same for an export of the student's data. */
export function listLinksOfFamily(db: Database, userId: number): Promise<FamilyLink[]> {
  const links = db.selectFrom('familyLinks').select(['id', 'label', 'createdAt', 'lastUsedAt'])
  return links.where('userId', '=', userId).orderBy('id').execute()
}

/**
 * Adds a link and returns the secret part of its address, which is not stored. Throws what requireStudent throws, and Refused, conflict,
 * above the limit.
 */
export async function makeFamilyLink(db: Database, tutor: Tutor, studentId: number, { label }: NewFamilyLink) {
  const token = createSecret()
  await db.transaction().execute(async (change) => {
    const student = await requireStudentById(change, studentId)
    if ((await listFamilyLinks(change, tutor, studentId)).length >= MAX_LINKS)
      throw new Refused('conflict', `There are ${MAX_LINKS} links already. Please remove one first.`)
    const link = { userId: studentId, label, tokenHash: hashSecret(token), createdAt: new Date().toISOString() }
    await change.insertInto('familyLinks').values(link).execute()
    await logFamilyLink(change, tutor, 'added', student, label)
  })
  return token
}

/** Removes a link; absences recorded with it stay. Throws what requireStudent throws, and Refused, notFound. */
export async function removeFamilyLink(db: Database, tutor: Tutor, studentId: number, id: number): Promise<void> {
  await db.transaction().execute(async (change) => {
    const student = await requireStudentById(change, studentId)
    const removed = change.deleteFrom('familyLinks').where('id', '=', id).where('userId', '=', studentId)
    const { label } = orNotFound(await removed.returning('label').executeTakeFirst())
    await logFamilyLink(change, tutor, 'deleted', student, label)
  })
}

const writeToLog = createActivityLogger('family link')
const logFamilyLink = (db: Database, tutor: Tutor, action: 'added' | 'deleted', student: PersonRecord, label: string) =>
  writeToLog(db, tutor, action, {
    id: student.id,
    title: `${student.name} (${label})`,
    studentId: student.id,
  })

export interface LinkHolder extends Pick<Row<'familyLinks'>, 'label'> {
  linkId: number
  student: Pick<Row<'users'>, 'id' | 'firstName' | 'lastName'>
}

/** Finds a link by its secret, with its student; null if there is none. Read-only. */
export async function findFamilyLink(db: Database, token: string): Promise<LinkHolder | null> {
  const found = await db
    .selectFrom('familyLinks')
    .innerJoin('users', 'users.id', 'familyLinks.userId')
    .select(['familyLinks.id as linkId', 'label', 'users.id', 'firstName', 'lastName'])
    .where('tokenHash', '=', hashSecret(token))
    .where('role', '=', 'student')
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const { linkId, label, ...student } = found
  return { linkId, label, student }
}

/** Updates the last use of a link. Call it in the transaction of the change that the family makes. */
export async function recordLinkUse(db: Database, linkId: number): Promise<void> {
  const lastUsedAt = new Date().toISOString()
  await db.updateTable('familyLinks').set({ lastUsedAt }).where('id', '=', linkId).execute()
}
