import { formatRemovedCount } from '~/content/retention-terms'
import { website } from '~/domain/accounts/account'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { logActivity } from '~/domain/activity/activity.server'
import { discardFilesAfter } from '~/domain/files/store.server'
import type { Database } from '~db/schema'

export interface FormerStudent {
  id: number
  firstName: string
  lastName: string
  closedAt: string
  files: number
  /** True if their current files are all exported; an earlier export may have had fewer. */
  isExported: boolean
}

/** People with closed accounts, or only `id`, in the order they left. */
export async function listFormerStudents(db: Database, id?: number): Promise<FormerStudent[]> {
  const people = await db
    .selectFrom('users')
    .where('erasedAt', 'is', null)
    .where('closedAt', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .select(['users.id', 'firstName', 'lastName', 'closedAt', 'exportedAt'])
    .execute()
  const former: FormerStudent[] = []
  for (const { exportedAt, ...person } of people) {
    const own = db.selectFrom('files').where('studentId', '=', person.id)
    const { files, newest } = await own
      .select(({ fn }) => [fn.countAll<number>().as('files'), fn.max('uploadedAt').as('newest')])
      .executeTakeFirstOrThrow()
    const isExported = files === 0 || (exportedAt !== null && exportedAt > (newest ?? ''))
    former.push({ ...person, closedAt: person.closedAt ?? '', files, isExported })
  }
  return former.sort((one, other) => one.closedAt.localeCompare(other.closedAt))
}

/** True if a person left before a moment and their files are exported, so that files or account can be removed. */
export const canRemove = ({ closedAt, isExported }: FormerStudent, before: string): boolean =>
  closedAt < before && isExported

type ReadCutoff = (change: Database) => Promise<string | null>

/** Removes and logs a former student's files, if that is still due. Returns the number removed. */
export async function removeFilesOfFormerStudent(
  db: Database,
  uploads: string,
  id: number,
  readCutoff: ReadCutoff,
): Promise<number> {
  return discardFilesAfter(db, uploads, (discardLater) =>
    db.transaction().execute(async (change) => {
      if (!(await isDue(change, id, readCutoff))) return 0
      const deleted = await change.deleteFrom('files').where('studentId', '=', id).returning('storageKey').execute()
      discardLater(deleted)
      const title = formatRemovedCount('leftFiles', deleted.length)
      if (deleted.length > 0) await logActivity(change, website, { action: 'removed', noun: 'retention', title })
      return deleted.length
    }),
  )
}

/** Erases a former student, if that is still due. Returns the number erased. */
export async function eraseFormerStudent(
  db: Database,
  uploads: string,
  id: number,
  readCutoff: ReadCutoff,
): Promise<number> {
  const isErased = await erasePerson(db, uploads, website, id, (change) => isDue(change, id, readCutoff))
  return isErased ? 1 : 0
}

async function isDue(change: Database, id: number, readCutoff: ReadCutoff): Promise<boolean> {
  const [[person], moment] = [await listFormerStudents(change, id), await readCutoff(change)]
  return person !== undefined && moment !== null && canRemove(person, moment)
}
