import { formatRemovedCount } from '~/content/retention-terms'
import { website } from '~/domain/accounts/account'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { logActivity } from '~/domain/activity/activity.server'
import { discardIfUnused } from '~/domain/files/store.server'
import type { Database } from '~db/schema'

export interface FormerStudent {
  id: number
  firstName: string
  lastName: string
  closedAt: string
  files: number
  /** All of their files were taken out as they are: those of an earlier export may be fewer. */
  isExported: boolean
}

/** Everybody whose account is closed, or the one of an id, the first who left first. */
export async function listFormerStudents(db: Database, id?: number): Promise<FormerStudent[]> {
  const people = await db
    .selectFrom('users')
    .where('erasedAt', 'is', null)
    .where('closedAt', 'is not', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .select(['users.id', 'firstName', 'lastName', 'closedAt', 'exportedAt'])
    .execute()
  const left: FormerStudent[] = []
  for (const { exportedAt, ...person } of people) {
    const own = db.selectFrom('files').where('studentId', '=', person.id)
    const { files, newest } = await own
      .select(({ fn }) => [fn.countAll<number>().as('files'), fn.max('uploadedAt').as('newest')])
      .executeTakeFirstOrThrow()
    const isExported = files === 0 || (exportedAt !== null && exportedAt > (newest ?? ''))
    left.push({ ...person, closedAt: person.closedAt ?? '', files, isExported })
  }
  return left.sort((one, other) => one.closedAt.localeCompare(other.closedAt))
}

/** True for whose files, or account, may go that was closed before a moment: what they have here has been taken out. */
export const canRemove = ({ closedAt, isExported }: FormerStudent, before: string): boolean =>
  closedAt < before && isExported

type Before = (change: Database) => Promise<string | null>

/** Removes the files of one who left, with a line in the log, unless that is no longer due. Returns how many. */
export async function removeFilesOfFormer(db: Database, uploads: string, id: number, before: Before): Promise<number> {
  const gone = await db.transaction().execute(async (change) => {
    if (!(await isDue(change, id, before))) return []
    const files = await change.deleteFrom('files').where('studentId', '=', id).returning('storageKey').execute()
    const title = formatRemovedCount('leftFiles', files.length)
    if (files.length > 0) await logActivity(change, website, { action: 'removed', noun: 'retention', title })
    return files
  })
  for (const { storageKey } of gone) await discardIfUnused(db, uploads, storageKey)
  return gone.length
}

/** Erases one who left, unless that is no longer due. Returns how many. */
export async function eraseFormerStudent(db: Database, uploads: string, id: number, before: Before): Promise<number> {
  const isErased = await erasePerson(db, uploads, website, id, (change) => isDue(change, id, before))
  return isErased ? 1 : 0
}

async function isDue(change: Database, id: number, before: Before): Promise<boolean> {
  const [[person], moment] = [await listFormerStudents(change, id), await before(change)]
  return person !== undefined && moment !== null && canRemove(person, moment)
}
