import type { Account } from '~/domain/accounts/account'
import { countOf, mapPage, type Page, PER_PAGE, pageOf, placeIn } from '~/domain/page.server'
import type { Database } from '~db/schema'
import { type FileRecord, filesFor, readableFiles, toRecord, withPeople } from './files.server'

/** A student's files, or those for tutors only, which have no student. */
interface Group {
  studentId: number | null
  name: string
  files: number
}

/**
 * One page of the files that are not shared: a student's own, newest first; or for a tutor all of them, by student's name, those
 * for tutors only last.
 */
export async function pageOfPersonalFiles(db: Database, user: Account, page: number): Promise<Page<FileRecord>> {
  const groups = await personalGroups(db, user)
  const { start, ...place } = placeIn(sumOf(groups), page)
  const items: FileRecord[] = []
  let before = 0
  for (const { studentId, files } of groups) {
    const first = Math.max(start, before)
    const end = Math.min(start + PER_PAGE, before + files)
    if (first < end) items.push(...(await filesOf(db, user, studentId, { offset: first - before, limit: end - first })))
    before += files
  }
  return { ...place, items }
}

/** The number of the page on which the personal files of `studentId` begin in a tutor's list; new ones come first. */
export async function personalPageOf(db: Database, tutor: Account, studentId: number | null): Promise<number> {
  const groups = await personalGroups(db, tutor)
  const before = groups.slice(
    0,
    groups.findIndex((group) => group.studentId === studentId),
  )
  return Math.floor(sumOf(before) / PER_PAGE) + 1
}

/** The document `id`, neither a photo of the gallery nor a timetable's file, or null as findFile. */
export async function findDocument(db: Database, user: Account, id: number): Promise<FileRecord | null> {
  const row = await documents(db, user).where('files.id', '=', id).executeTakeFirst()
  return row ? toRecord(row) : null
}

/** One page of the files for all students, newest first, without the gallery's photos and the timetables' files. */
export async function pageOfSharedFiles(db: Database, user: Account, page: number): Promise<Page<FileRecord>> {
  const shared = filesFor(db, user).where('album', 'is', null).where('isShared', '=', 1).where('studentId', 'is', null)
  return mapPage(await pageOf(withPeople(shared), page, { found: await countOf(shared) }), toRecord)
}

const documents = (db: Database, user: Account) => readableFiles(db, user).where('album', 'is', null)

const sumOf = (groups: Group[]) => groups.reduce((sum, { files }) => sum + files, 0)

async function personalGroups(db: Database, user: Account): Promise<Group[]> {
  const rows = await db
    .selectFrom('files')
    .leftJoin('users', 'users.id', 'files.studentId')
    .where('album', 'is', null)
    .where('isShared', '=', 0)
    .$if(user.role === 'student', (query) => query.where('studentId', '=', user.id))
    .groupBy('studentId')
    .select(({ fn }) => ['studentId', 'firstName', 'lastName', fn.countAll<number>().as('files')])
    .execute()
  return rows
    .map(({ studentId, firstName, lastName, files }) => ({ studentId, name: `${firstName} ${lastName}`, files }))
    .sort(
      (one, other) =>
        Number(one.studentId === null) - Number(other.studentId === null) || one.name.localeCompare(other.name),
    )
}

async function filesOf(
  db: Database,
  user: Account,
  studentId: number | null,
  { offset, limit }: { offset: number; limit: number },
): Promise<FileRecord[]> {
  const own = documents(db, user).where('isShared', '=', 0).where('studentId', 'is', studentId)
  return (await own.limit(limit).offset(offset).execute()).map(toRecord)
}
