import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { listCancelledOfStudent } from '~/domain/absences/cancelled.server'
import { listLinksOfFamily } from '~/domain/absences/family-links.server'
import { logActivity } from '~/domain/activity/activity.server'
import { findHomeFamily, listOwnItemsAtHome } from '~/domain/at-home/at-home.server'
import { listAttendanceOfStudent } from '~/domain/attendance/attendance.server'
import { readConsentHistory } from '~/domain/consent/consents.server'
import { hidePicturesOfPerson } from '~/domain/consent/marks.server'
import { listPicturesOfPerson } from '~/domain/consent/pictures.server'
import { listPrints } from '~/domain/consent/prints.server'
import { findDisplay } from '~/domain/display/display.server'
import { eraseWithFiles, LostBytes, openRow, openStored } from '~/domain/files/store.server'
import { listGroupNamesOfStudent } from '~/domain/groups/groups.server'
import { listGuidesOfStudent, removeGuidesForErased } from '~/domain/guides/guides.server'
import { createYield } from '~/domain/job.server'
import { listNoticesOfStudent, removeNoticesForErased } from '~/domain/notices/notices.server'
import { type CursorRequest, readInBatches } from '~/domain/page.server'
import { readShownParts } from '~/domain/portal-view/portal-view.server'
import { listAnswersOfStudent, removeQuestionsForErased } from '~/domain/questions/questions.server'
import { listSpokenAnswersOfStudent, listStoredRecordings } from '~/domain/questions/spoken-answers.server'
import { orNotFound } from '~/domain/refused'
import { writeInBackground } from '~/domain/storage.server'
import { foldForSearch } from '~/domain/text'
import { listSessionChangesOf } from '~/domain/week/session-changes.server'
import { listWeekOf, removeWeekOfErased } from '~/domain/week/week.server'
import type { ErasedColumn } from '~db/personal-data'
import type { Database, NewRow, Row } from '~db/schema'
import { queueOfficeNotice } from './access-notices.server'
import { type Actor, formatFullName } from './account'
import { requireAnotherTutor } from './close-account.server'
import { createUsedUsername } from './password.server'
import { endSessionsOf, findPersonById, logAccount, writeLastDay } from './people.server'
import { readSecondStep } from './second-step.server'
import { parseEarlierDays } from './student-days'

/** A person's data as a zip: person.json and their files (GDPR articles 15 and 20). Throws Refused, notFound. */
export async function exportPerson(db: Database, uploads: string, actor: Actor, id: number): Promise<Readable> {
  const started = new Date().toISOString()
  const { files, spokenAnswers, ...rest } = await db.transaction().execute(async (change) => {
    const person = orNotFound(await findPersonById(change, id))
    await logAccount(change, actor, 'took out the data', id)
    // Other requests run between queries, but writers wait for the shared transaction.
    const yieldIfDue = createYield()
    const readOwn = async <Found>(find: (db: Database, id: number) => Promise<Found>) => {
      await yieldIfDue()
      return find(change, id)
    }
    return {
      person: { ...person, earlierDays: parseEarlierDays(person) },
      secondStep: await readOwn(readSecondStep),
      signInCard: await readOwn(findPersonalCard),
      codeForADay: await readOwn(findPersonalDayCode),
      sessions: await readOwn(listSessions),
      display: await readOwn(findDisplay),
      shownParts: await readOwn(readShownParts),
      interruptedForm: await readOwn(findInterruptedForm),
      week: await readOwn(listWeekOf),
      weekChanges: await readOwn(listSessionChangesOf),
      photoConsents: await readOwn(readConsentHistory),
      picturesOfYou: await readOwn(listPicturesOfPerson),
      printedPictures: await readOwn(listPrints),
      familyLinks: await readOwn(listLinksOfFamily),
      homeFamily: await readOwn(findHomeFamily),
      shownAtHome: await readOwn(listOwnItemsAtHome),
      absences: await readOwn(listOwnAbsences),
      cancelledAbsences: await readOwn(listCancelledOfStudent),
      attendance: await readOwn(listAttendanceOfStudent),
      answers: await readOwn(listAnswersOfStudent),
      spokenAnswers: await readOwn(listSpokenAnswersOfStudent),
      notices: await readOwn(listNoticesOfStudent),
      groups: await readOwn(listGroupNamesOfStudent),
      steps: await readOwn(listGuidesOfStudent),
      files: await readOwn(listFiles),
      timetables: await readOwn(listTimetables),
      openedFiles: await readOwn(listOpenings),
    }
  })
  const omitKeys = <Stored extends { storageKey: string }>(rows: Stored[]) =>
    rows.map(({ storageKey: _, ...row }) => row)
  const data = { ...rest, spokenAnswers: omitKeys(spokenAnswers), files: omitKeys(files) }

  const zip = new ZipFile()
  const activity = readInBatches((requested) => readActivityPage(db, id, requested), LOG_BATCH_SIZE)
  zip.addReadStream(Readable.from(streamJson(data, activity)), 'person.json')
  const out = new PassThrough()
  out.once('end', () => void recordExport(db, id, started))
  zip.on('error', (error) => out.destroy(error as Error))
  zip.outputStream.pipe(out)
  const stored = [
    ...files.map(({ id, fileName }) => ({ table: 'files' as const, id, name: `files/${id}-${fileName}` })),
    ...spokenAnswers.map(({ id, fileName }) => ({ table: 'spokenAnswers' as const, id, name: `voice/${fileName}` })),
  ]
  addFiles(db, uploads, { zip, out, stored }).then(
    () => zip.end(),
    (error) => out.destroy(error),
  )
  return out
}

/** Records that an export was downloaded in full: retention keeps the files of people who left until then (domain/retention). */
async function recordExport(db: Database, id: number, started: string): Promise<void> {
  const person = db.updateTable('users').set({ exportedAt: started }).where('id', '=', id).where('erasedAt', 'is', null)
  await writeInBackground('the record of an export', person.execute())
}

type StoredFile = { table: 'files' | 'spokenAnswers'; id: number; name: string }

/** Adds files to a zip while the response streams it. Skips deleted files, and adds a note for a file whose bytes are lost. */
async function addFiles(
  db: Database,
  uploads: string,
  { zip, out, stored }: { zip: ZipFile; out: PassThrough; stored: StoredFile[] },
): Promise<void> {
  for (const { table, id, name } of stored) {
    const file = db.selectFrom(table).select(['storageKey', 'size']).where('id', '=', id)
    const handle = await openRow(uploads, file, (row) => openStored(uploads, row)).catch((error) => {
      if (!(error instanceof LostBytes)) throw error
      zip.addBuffer(Buffer.from(`${error.message}\n`), `${name} is missing.txt`)
    })
    if (!handle) continue
    const bytes = handle.createReadStream()
    const stopReading = () => bytes.destroy()
    out.once('close', stopReading)
    zip.addReadStream(bytes, name)
    await once(bytes, 'close')
    out.off('close', stopReading)
    if (out.destroyed) return
  }
}

/**
 * Erases a person (GDPR article 17). A tutor's publications stay, without the name. Returns false if `isStillDue`, checked in
 * the same transaction, says no. Throws Refused, notFound or conflict.
 */
export async function erasePerson(
  db: Database,
  uploads: string,
  actor: Actor,
  id: number,
  isStillDue = async (_change: Database) => true,
): Promise<boolean> {
  // Usernames never change.
  const known = await findPersonById(db, id)
  const usedUsername = known && (await createUsedUsername(db, known.username))
  return eraseWithFiles(db, uploads, async (change, discardLater) => {
    if (!(await isStillDue(change))) return false
    const person = orNotFound(await findPersonById(change, id))
    if (!person.closedAt) await requireAnotherTutor(change, id)
    await endSessionsOf(change, id)
    await writeLastDay(change, id, new Date().toISOString())
    if (usedUsername) await change.replaceInto('usedUsernames').values(usedUsername).execute()
    const own = change.deleteFrom('files').where('studentId', '=', id)
    const deleted = await own.returning(['id', 'storageKey']).execute()
    await hidePicturesOfPerson(change, id)
    discardLater([...deleted, ...(await listStoredRecordings(change, id))])
    await eraseRows(change, id)
    await eraseStudentName(change, person)
    await removeWeekOfErased(change)
    await removeQuestionsForErased(change, discardLater)
    await removeNoticesForErased(change)
    await removeGuidesForErased(change, discardLater)
    const fileIds = deleted.map((file) => file.id)
    await anonymiseActivity(change, id, fileIds)
    await logActivity(change, actor, { action: 'erased', noun: 'account', recordId: id, title: 'Erased person' })
    await queueOfficeNotice(change, actor, { id, role: person.role, action: 'erased' })
    return true
  })
}

// The row of an erased person stays, so that the foreign keys of their published files stay valid.
const ERASED_NAME = { firstName: 'Erased', lastName: 'person' }

async function eraseRows(db: Database, id: number) {
  const now = new Date().toISOString()
  // A former student's days: the totals of a month must not change after a funder has them.
  await db.updateTable('attendance').set({ time: null }).where('userId', '=', id).execute()
  for (const table of await listPersonalTables(db))
    if (table !== 'attendance') await sql`delete from ${sql.table(table)} where userId = ${id}`.execute(db)
  const row = {
    ...ERASED_NAME,
    ...{ username: `erased ${id}`, passwordHash: '', demonstration: 0, toldUpTo: 0, version: 1 },
    ...{ closedAt: now, exportedAt: null, changesOn: null, changesThatDay: 0 },
  } satisfies { [Column in ErasedColumn<'users'>]: NewRow<'users'>[Column] }
  await db
    .updateTable('users')
    .set({ ...row, erasedAt: now })
    .where('id', '=', id)
    .execute()
}

/** Removes a person's name from subscribers who gave it as their student's, unless another person here has the same name. */
async function eraseStudentName(db: Database, person: Pick<Row<'users'>, 'firstName' | 'lastName'>) {
  const isTheirs = (name: string | null) =>
    name !== null && foldForSearch(name) === foldForSearch(formatFullName(person))
  const others = await db.selectFrom('users').select(['firstName', 'lastName']).where('erasedAt', 'is', null).execute()
  if (others.some((other) => isTheirs(formatFullName(other)))) return
  const named = db.selectFrom('subscribers').select(['id', 'studentName']).where('studentName', 'is not', null)
  const ids = (await named.execute()).filter(({ studentName }) => isTheirs(studentName)).map(({ id }) => id)
  await db
    .updateTable('subscribers')
    .set(({ eb }) => ({ studentName: null, version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

/** Every table with a userId column holds personal data, so new tables are found automatically. */
async function listPersonalTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tables.name from sqlite_schema as tables
    join pragma_table_info(tables.name) as columns on columns.name = 'userId'
    where tables.type = 'table'`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Removes log lines about a person and their files (a timetable may once have been for everyone), and the person's name from their
 * own actions.
 */
async function anonymiseActivity(db: Database, id: number, fileIds: number[]) {
  await retitleOthersOpenings(db, id, fileIds)
  const log = db.deleteFrom('activity')
  await log.where('studentId', '=', id).execute()
  await log.where('noun', '=', 'account').where('recordId', '=', id).execute()
  const aboutFiles = log.where('noun', 'in', ['document', 'photo', 'timetable']).where('recordId', 'in', fileIds)
  await aboutFiles.where((line) => line.or([line('studentId', 'is', null), line('studentId', '=', id)])).execute()
  const entries = db.updateTable('activity').where('actorId', '=', id)
  await entries.set({ actorName: 'Erased person', actorId: null }).execute()
  const pages = db.updateTable('websiteVersions').where('savedById', '=', id)
  await pages.set({ savedBy: 'Erased person', savedById: null }).execute()
}

const ERASED_FILE = 'A file that was erased'

/**
 * What other students did with a file that was theirs before, or by mistake, stays in their activity, without the file's title: it may
 * have the erased person's name.
 */
async function retitleOthersOpenings(db: Database, id: number, fileIds: number[]) {
  const lines = db.updateTable('activity').where('recordId', 'in', fileIds)
  const ofOthers = lines.where('studentId', 'is not', null).where('studentId', '<>', id)
  await ofOthers.where('noun', 'in', ['document', 'timetable']).set({ title: ERASED_FILE }).execute()
  const opened = db.selectFrom('activity').select(['id', 'title', 'actorId', 'studentId']).where('noun', '=', 'opening')
  for (const line of await opened.where('recordId', 'in', fileIds).execute()) {
    const title = ERASED_FILE.toLowerCase() + line.title.slice(line.title.lastIndexOf(' on '))
    // A line about the erased person is deleted afterwards.
    const studentId = line.studentId === id && line.actorId !== id ? null : line.studentId
    await db.updateTable('activity').set({ title, studentId }).where('id', '=', line.id).execute()
  }
}

function listFiles(db: Database, id: number) {
  const files = db.selectFrom('files').where('studentId', '=', id).orderBy('id')
  const words = ['title', 'description', 'alt'] as const
  return files
    .select(['id', ...words, 'fileName', 'fileType', 'size', 'uploadedAt', 'openedAt', 'storageKey'])
    .execute()
}

function listOpenings(db: Database, id: number) {
  const opened = db.selectFrom('fileOpenings').innerJoin('files', 'files.id', 'fileId').where('userId', '=', id)
  return opened.select(['title', 'fileOpenings.openedAt']).execute()
}

function listSessions(db: Database, id: number) {
  const sessions = db
    .selectFrom('sessions')
    .select(['remember', 'createdAt', 'lastUsedAt', 'expiresAt', 'endedAt', 'byCard'])
  return sessions.where('userId', '=', id).orderBy('id').execute()
}

function findPersonalCard(db: Database, id: number) {
  const columns = ['wrongDigits', 'createdAt', 'expiresAt', 'lastUsedAt'] as const
  const card = db.selectFrom('signInCards').select(columns).where('userId', '=', id)
  return card.executeTakeFirst().then((found) => found ?? null)
}

function findPersonalDayCode(db: Database, id: number) {
  const code = db.selectFrom('dayCodes').select(['expiresAt', 'wrongTries']).where('userId', '=', id)
  return code.executeTakeFirst().then((found) => found ?? null)
}

/** The dates of a person's own timetables; their files are in the list of files. */
function listTimetables(db: Database, id: number) {
  const timetables = db.selectFrom('timetables').innerJoin('files', 'files.id', 'fileId').where('studentId', '=', id)
  return timetables.select(['fileId', 'startDate', 'endDate']).execute()
}

function listOwnAbsences(db: Database, id: number) {
  const absences = db.selectFrom('absences').select(['startDate', 'endDate', 'note', 'saidBy', 'createdAt'])
  return absences.where('userId', '=', id).orderBy('id').execute()
}

const LOG_BATCH_SIZE = 500

async function readActivityPage(db: Database, id: number, { limit, after }: CursorRequest) {
  // Separate queries, because each column has an ordered index, but the pair has none.
  const all = db.selectFrom('activity').select(['id', 'at', 'actorName', 'action', 'noun', 'title', 'times'])
  const next = all
    .where('id', '>', after?.[1] ?? 0)
    .orderBy('id')
    .limit(limit + 1)
  const readLines = (owner: 'actorId' | 'studentId') => next.where(owner, '=', id).execute()
  const found = new Map(
    [...(await readLines('actorId')), ...(await readLines('studentId'))].map((line) => [line.id, line]),
  )
  const lines = [...found.values()].sort((one, other) => one.id - other.id)
  const items = lines.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && lines.length > limit ? (['', last.id] as const) : undefined }
}

/** Writes `data` as JSON with the log's lines in it. After years these are too many for memory. */
async function* streamJson(data: object, parts: AsyncIterable<{ id: number }[]>): AsyncGenerator<string> {
  yield JSON.stringify(data, null, 2).replace(/\n}$/, ',\n  "activity": [')
  let before = '\n    '
  for await (const lines of parts) {
    if (lines.length === 0) continue
    yield before + lines.map(({ id: _, ...line }) => JSON.stringify(line)).join(',\n    ')
    before = ',\n    '
  }
  yield '\n  ]\n}\n'
}

async function findInterruptedForm(db: Database, id: number) {
  const columns = ['path', 'fields', 'createdAt'] as const
  const form = await db.selectFrom('interruptedForms').select(columns).where('userId', '=', id).executeTakeFirst()
  return form ? { ...form, fields: JSON.parse(form.fields) } : null
}
