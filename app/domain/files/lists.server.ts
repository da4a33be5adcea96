import { type Account, getListNames, type Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import {
  countRows,
  FILES_A_PAGE,
  findIdsContaining,
  getPageBounds,
  mapPage,
  type Page,
  paginate,
  paginateIds,
} from '~/domain/page.server'
import { compileRead } from '~db/open'
import type { Database } from '~db/schema'
import {
  FILES_NEWEST_FIRST,
  type FileRecord,
  selectFilesFor,
  selectReadableFiles,
  toFileRecord,
  withPeople,
} from './files.server'
import type { FileOwner, FilePlace } from './places'

/** One page of a student's own documents, those not yet opened first, or of the shared ones; newest first. */
export async function paginateStudentDocuments(
  db: Database,
  student: Account,
  list: 'own' | 'shared',
  page: number,
): Promise<Page<FileRecord>> {
  const day = formatIsoDay(getToday())
  if (list === 'shared') {
    const found = (await countShared(db, student.id, day))[0]?.found ?? 0
    const { start, ...place } = getPageBounds(found, page, FILES_A_PAGE)
    return { ...place, items: (await readShared(db, student.id, day, start)).map(toFileRecord) }
  }
  const own = selectDocumentsOf(db, student, student.id)
  // Sorted here: the index has the newest first.
  const files = await readOwnIds(db, student.id, day)
  const ids = [...files.filter(({ openedAt }) => !openedAt), ...files.filter(({ openedAt }) => openedAt)].map(
    ({ id }) => id,
  )
  const read = (shown: number[]) => withPeople(own).clearOrderBy().where('files.id', 'in', shown).execute()
  return mapPage(await paginateIds(ids, page, read, FILES_A_PAGE), toFileRecord)
}

const selectOf = (db: Database, id: number, list: 'own' | 'shared', day: string) =>
  selectDocumentsOf(db, { id, role: 'student' }, list === 'own' ? id : 'shared', day)
const readOwnIds = compileRead((db, id: number, day: string) =>
  selectOf(db, id, 'own', day)
    .select(['files.id', 'openedAt'])
    .orderBy('uploadedAt', 'desc')
    .orderBy('files.id', 'desc'),
)
const countShared = compileRead((db, id: number, day: string) =>
  selectOf(db, id, 'shared', day).select(({ fn }) => fn.countAll<number>().as('found')),
)
const readShared = compileRead((db, id: number, day: string, start: number) =>
  withPeople(selectOf(db, id, 'shared', day))
    .limit(FILES_A_PAGE)
    .offset(start),
)

/** One page of an owner's documents that `user` may see, newest first. */
export async function paginateDocuments(
  db: Database,
  user: Account,
  owner: FileOwner,
  page: number,
): Promise<Page<FileRecord>> {
  return readDocumentPage(selectDocumentsOf(db, user, owner), page)
}

/** One page of the documents of all owners that are not shared, newest first. */
export async function paginatePersonalDocuments(db: Database, tutor: Tutor, page: number): Promise<Page<FileRecord>> {
  return readDocumentPage(selectDocumentsFor(db, tutor).where('isShared', '=', 0), page)
}

async function readDocumentPage(files: ReturnType<typeof selectFilesFor>, page: number): Promise<Page<FileRecord>> {
  const options = { found: await countRows(files), perPage: FILES_A_PAGE }
  return mapPage(await paginate(withPeople(files), page, options), toFileRecord)
}

/** All owners of documents: everyone, tutors, and each student by name, even without documents. */
export async function listPlaces(db: Database, tutor: Tutor): Promise<FilePlace[]> {
  const counted = await selectDocumentsFor(db, tutor)
    .groupBy(['isShared', 'studentId'])
    .select(({ fn }) => ['isShared', 'studentId', fn.countAll<number>().as('files')])
    .execute()
  const countFiles = (owner: FileOwner) =>
    counted.find(({ isShared, studentId }) => owner === (isShared ? 'shared' : (studentId ?? 'tutors')))?.files ?? 0
  const owners = counted.flatMap(({ studentId }) => studentId ?? [])
  const students = await listStudents(db, tutor, owners)
  const names = getListNames(students)
  return [
    { whose: 'shared', name: 'Shared', files: countFiles('shared') },
    { whose: 'tutors', name: 'Tutors only', files: countFiles('tutors') },
    ...students.map(({ id }) => ({ whose: id, name: names.get(id) ?? '', files: countFiles(id) })),
  ]
}

/** How many documents from before `addedBefore` each student has not opened yet, most first. */
export async function countUnopenedDocuments(
  db: Database,
  _tutor: Tutor,
  addedBefore: string,
): Promise<{ studentId: number; files: number }[]> {
  const unopened = db
    .selectFrom('files')
    .innerJoin('users', 'users.id', 'studentId')
    .where('closedAt', 'is', null)
    .where('isShared', '=', 0)
    .where('album', 'is', null)
    .where('openedAt', 'is', null)
    .where('uploadedAt', '<', addedBefore)
    .select(({ fn }) => ['users.id as studentId', fn.countAll<number>().as('files')])
  // Sorted here: in SQL it needs a temporary table.
  return (await unopened.groupBy('users.id').execute()).sort((one, other) => other.files - one.files)
}

/** One page of the documents whose title contains `text`, ignoring case and accents, newest first. */
export async function searchDocuments(
  db: Database,
  tutor: Tutor,
  text: string,
  page: number,
): Promise<Page<FileRecord>> {
  const titles = selectDocumentsFor(db, tutor).select(['files.id', 'title', 'uploadedAt'])
  const ids = await findIdsContaining(titles, FILES_NEWEST_FIRST, { text, getText: ({ title }) => title })
  const documents = withPeople(selectDocumentsFor(db, tutor)).clearOrderBy()
  const read = (shown: number[]) => documents.where('files.id', 'in', shown).execute()
  return mapPage(await paginateIds(ids, page, read, FILES_A_PAGE), toFileRecord)
}

/** Returns the document `id`, but no gallery photo or timetable file. Null as in findFile. */
export async function findDocument(db: Database, user: Account, id: number): Promise<FileRecord | null> {
  // Most addresses of My Files name none (parsePathId).
  if (id === 0) return null
  const row = await selectReadableFiles(db, user)
    .where('album', 'is', null)
    .where('files.id', '=', id)
    .executeTakeFirst()
  return row ? toFileRecord(row) : null
}

const selectDocumentsFor = (db: Database, user: Pick<Account, 'id' | 'role'>, day?: string) =>
  selectFilesFor(db, user, day).where('album', 'is', null)

function selectDocumentsOf(db: Database, user: Pick<Account, 'id' | 'role'>, owner: FileOwner, day?: string) {
  const all = selectDocumentsFor(db, user, day)
  return owner === 'shared'
    ? all.where('isShared', '=', 1).where('studentId', 'is', null)
    : all.where('isShared', '=', 0).where('studentId', 'is', owner === 'tutors' ? null : owner)
}
