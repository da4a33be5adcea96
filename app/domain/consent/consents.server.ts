import { z } from 'zod'
import { type Account, formatFullName, getListNames, requireOwnOrTutor, type Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { requireStudentById } from '~/domain/accounts/people.server'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { runInTransaction } from '~/domain/change.server'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { type CursorPage, type CursorRequest, paginateIds, readRecordPage } from '~/domain/page.server'
import {
  defineRecordSchema,
  getExample,
  moment,
  ownAddress,
  recordId,
  recordVersion,
  textOrNone,
} from '~/domain/record'
import { orNotFound, Refused } from '~/domain/refused'
import { paths } from '~/paths'
import { consentAnswers, type PhotoUse, photoUses } from '~db/choices'
import { compileRead } from '~db/open'
import type { Database, Row } from '~db/schema'
import { type ConsentState, consentStates, pictureKinds } from './consents'
import type { ConsentPicture } from './pictures.server'
import type { NewConsents, OwnWord, SeveralConsents } from './schema'
import { isLastAnswer } from './visibility.server'

export type Consent = Omit<Row<'photoConsents'>, 'userId' | 'byId' | 'postponedOn'> & {
  studentId: number
  by: string | null
  /** Whether the student said so themselves, or later confirmed it. */
  isConfirmed: boolean
}

export interface CurrentConsent {
  use: PhotoUse
  state: ConsentState
  last: Consent | null
}

const logConsent = createActivityLogger('photo consent')

/** Records a student's answers, one row for each use that they answered. Throws Refused, notFound. */
export async function addConsents(
  db: Database,
  tutor: Tutor,
  studentId: number,
  { supportedBy, explained, from, until, ...answers }: Omit<NewConsents, 'decided'>,
): Promise<CurrentConsent[]> {
  return runInTransaction(db, async (change) => {
    const student = await requireStudentById(change, studentId)
    const recordedAt = new Date().toISOString()
    for (const use of photoUses) {
      const answer = answers[use]
      if (!answer) continue
      const about = { supportedBy, explained, from, until: answer === 'yes' ? until : null }
      const row = { userId: studentId, use, answer, ...about, recordedAt, byId: tutor.id }
      await change.insertInto('photoConsents').values(row).execute()
    }
    await logConsent(change, tutor, 'added', { id: studentId, title: student.name, studentId })
    return readCurrentConsents(change, studentId)
  })
}

/** Records the answers of several students, in one transaction. Returns the ids of those who answered. Throws Refused, notFound. */
export function addConsentsOfSeveral(
  db: Database,
  tutor: Tutor,
  { students, decided: _, ...about }: SeveralConsents,
): Promise<number[]> {
  return runInTransaction(db, async (change) => {
    const answered = students.filter((answers) => photoUses.some((use) => answers[use] !== null))
    for (const { studentId, ...answers } of answered)
      await addConsents(change, tutor, studentId, { ...answers, ...about })
    return answered.map(({ studentId }) => studentId)
  })
}

/**
 * Withdraws a yes, for the student or a tutor. It takes effect at once and can be repeated. Throws Refused: forbidden for another
 * student's answer, notFound.
 */
export async function withdrawConsent(
  db: Database,
  actor: Account,
  studentId: number,
  use: PhotoUse,
): Promise<CurrentConsent[]> {
  if (actor.role !== 'tutor' && actor.id !== studentId)
    throw new Refused('forbidden', 'You can only change your own answer.')
  return runInTransaction(db, async (change) => {
    const student = await requireStudentById(change, studentId)
    const current = (await readCurrentConsents(change, studentId)).find((one) => one.use === use)
    if (current?.state === 'no' || current?.state === 'withdrawn') return readCurrentConsents(change, studentId)
    const answer = current?.last ? ('withdrawn' as const) : ('no' as const)
    const nothing = { supportedBy: null, explained: null, until: null }
    const details = { ...nothing, from: formatIsoDay(getToday()), recordedAt: new Date().toISOString(), byId: actor.id }
    const row = { userId: studentId, use, answer, ...details }
    await change.insertInto('photoConsents').values(row).execute()
    await logConsent(change, actor, 'took back', { id: studentId, title: student.name, studentId })
    return readCurrentConsents(change, studentId)
  })
}

/** The recorded answers that a student has not confirmed, in the order of the uses. Not those that they postponed today. */
export async function listConsentsToConfirm(db: Database, { id: studentId }: Account): Promise<Consent[]> {
  const today = await readPostponed(db, studentId, formatIsoDay(getToday()))
  const isPostponed = (id: number) => today.some((one) => one.id === id)
  return (await readCurrentConsents(db, studentId)).flatMap(({ state, last }) =>
    last && state !== 'again' && !last.isConfirmed && !last.ownWord && !isPostponed(last.id) ? [last] : [],
  )
}

const readPostponed = compileRead((db, studentId: number, day: string) =>
  db.selectFrom('photoConsents').select('id').where('userId', '=', studentId).where('postponedOn', '=', day),
)

/**
 * Saves whether a student says that a recorded answer is right. 'no' to a yes withdraws it. Returns the answer, as it was recorded. Can
 * be repeated. Throws Refused: notFound if it is not the student's, conflict if there is a newer answer.
 */
export async function saveOwnWord(db: Database, student: Account, id: number, word: OwnWord): Promise<Consent> {
  return runInTransaction(db, async (change) => {
    const history = await readConsentHistory(change, student.id)
    const consent = orNotFound(history.find((one) => one.id === id))
    const [newest, before] = history.filter(({ use }) => use === consent.use)
    // A second press.
    if (word === 'no' && newest?.answer === 'withdrawn' && before === consent) return consent
    if (newest !== consent) throw new Refused('conflict', CHANGED_MEANWHILE)
    if (word === 'no' && consent.answer === 'yes') {
      await withdrawConsent(change, student, student.id, consent.use)
      return consent
    }
    const update = change.updateTable('photoConsents').where('id', '=', id)
    if (word === 'later') {
      await update.set({ postponedOn: formatIsoDay(getToday()) }).execute()
      return consent
    }
    await update.set({ ownWord: word, ownWordAt: new Date().toISOString() }).execute()
    const { name: title } = await requireStudentById(change, student.id)
    const verb = word === 'yes' ? ('confirmed' as const) : ('changed' as const)
    await logConsent(change, student, verb, { id: student.id, title, studentId: student.id })
    return consent
  })
}

const CHANGED_MEANWHILE = 'A tutor changed this. Please look again.'

/** How long a student can undo their own withdrawal, in ms. */
const UNDO_TIME = 10 * 60_000

const selectUndoableWithdrawals = (db: Database, studentId: number) =>
  db
    .selectFrom('photoConsents')
    .select(['id', 'use'])
    .where('userId', '=', studentId)
    .where('byId', '=', studentId)
    .where('answer', '=', 'withdrawn')
    .where('recordedAt', '>', new Date(Date.now() - UNDO_TIME).toISOString())

/** The withdrawal that a student can undo, the latest of the last ten minutes; null if there is none. */
export async function findUndoableWithdrawal(
  db: Database,
  { id: studentId }: Account,
): Promise<{ id: number; use: PhotoUse } | null> {
  const [latest] = await readConsentHistory(db, studentId)
  const recent = selectUndoableWithdrawals(db, studentId).where('id', '=', latest?.id ?? 0)
  return (await recent.executeTakeFirst()) ?? null
}

/**
 * Records again what a student had answered before they withdrew it. Returns the use. Can be repeated. Throws Refused, conflict, once it is too
 * late, or for an `id` that is not a withdrawal of this student by themselves.
 */
export async function undoWithdrawal(db: Database, student: Account, id: number): Promise<PhotoUse> {
  return db.transaction().execute(async (change) => {
    const withdrawal = await selectUndoableWithdrawals(change, student.id).where('id', '=', id).executeTakeFirst()
    if (!withdrawal) throw new Refused('conflict', TOO_LATE_TO_UNDO)
    const { use } = withdrawal
    const answers = change.selectFrom('photoConsents').selectAll().where('userId', '=', student.id)
    const [last, before] = await answers.where('use', '=', use).orderBy('id', 'desc').limit(2).execute()
    // A second press.
    if (last?.answer === 'yes') return use
    if (last?.id !== id || !before) throw new Refused('conflict', TOO_LATE_TO_UNDO)
    const { id: _, ...answer } = before
    const row = { ...answer, recordedAt: new Date().toISOString() }
    await change.insertInto('photoConsents').values(row).execute()
    const { name: title } = await requireStudentById(change, student.id)
    await logConsent(change, student, 'put back', { id: student.id, title, studentId: student.id })
    return use
  })
}

const TOO_LATE_TO_UNDO = 'It is too late to change it back here. Ask a tutor.'

function selectConsents(db: Database) {
  return db
    .selectFrom('photoConsents')
    .leftJoin('users as recorder', 'recorder.id', 'photoConsents.byId')
    .select(['photoConsents.id', 'userId', 'use', 'answer', 'supportedBy', 'explained', 'from', 'until', 'recordedAt'])
    .select(['byId', 'ownWord', 'ownWordAt', 'recorder.firstName', 'recorder.lastName'])
}

type ConsentRow = Awaited<ReturnType<ReturnType<typeof selectConsents>['executeTakeFirstOrThrow']>>

function toConsent({ userId, byId, firstName, lastName, ...row }: ConsentRow): Consent {
  return {
    ...row,
    studentId: userId,
    isConfirmed: byId === userId || row.ownWord === 'yes',
    by: firstName === null ? null : formatFullName({ firstName, lastName: lastName ?? '' }),
  }
}

/** All answers of a student, newest first, for a tutor. */
export const listConsentHistory = (db: Database, _tutor: Tutor, studentId: number): Promise<Consent[]> =>
  readConsentHistory(db, studentId)

/** The same for an export, or for the student's own answers. */
export async function readConsentHistory(db: Database, studentId: number): Promise<Consent[]> {
  return (await readHistory(db, studentId)).map(toConsent)
}
const readHistory = compileRead((db, studentId: number) =>
  selectConsents(db).where('userId', '=', studentId).orderBy('recordedAt', 'desc').orderBy('photoConsents.id', 'desc'),
)

/** One page of all answers of all students, newest first. */
export function listConsents(db: Database, _tutor: Tutor, requested: CursorRequest): Promise<CursorPage<Consent>> {
  const getCursor = ({ recordedAt, id }: ConsentRow) => [recordedAt, id] as const
  const order = { by: 'recordedAt', id: 'photoConsents.id', direction: 'desc', getCursor } as const
  return readRecordPage(selectConsents(db), requested, order, toConsent)
}

function getConsentState(last: Consent | undefined): ConsentState {
  if (!last) return 'not asked'
  if (last.answer !== 'yes') return last.answer
  const day = formatIsoDay(getToday())
  return last.from <= day && (last.until ?? '') >= day ? 'yes' : 'again'
}

function toCurrentConsents(history: readonly Consent[]): CurrentConsent[] {
  return photoUses.map((use) => {
    const last = history.find((one) => one.use === use)
    return { use, state: getConsentState(last), last: last ?? null }
  })
}

/** A student's current answers, for that student or a tutor. Throws Refused, notFound, for anyone else. */
export async function findCurrentConsents(db: Database, reader: Account, studentId: number): Promise<CurrentConsent[]> {
  requireOwnOrTutor(reader, studentId)
  return readCurrentConsents(db, studentId)
}

async function readCurrentConsents(db: Database, studentId: number): Promise<CurrentConsent[]> {
  return toCurrentConsents(await readConsentHistory(db, studentId))
}

/** The students who withdrew a yes and have not answered again, by name. */
export async function listWithdrawn(
  db: Database,
  tutor: Tutor,
): Promise<{ id: number; name: string; use: PhotoUse }[]> {
  const students = await listStudents(db, tutor)
  const names = getListNames(students)
  const withdrawn = await selectConsents(db).where('answer', '=', 'withdrawn').execute()
  const known = new Set(withdrawn.map(({ userId }) => userId))
  const found: { id: number; name: string; use: PhotoUse }[] = []
  for (const { id } of students.filter((student) => known.has(student.id)))
    for (const { use, state } of await readCurrentConsents(db, id))
      if (state === 'withdrawn') found.push({ id, name: names.get(id) ?? '', use })
  return found
}

/** For how many days before and after it runs out a yes is listed. */
const ENDING_DAYS = 30

/** The last answers of students with open accounts that ran out a short time ago or soon will, earliest first. */
export async function listEndingConsents(db: Database, tutor: Tutor) {
  const today = formatIsoDay(getToday())
  const ids = new Set((await listStudents(db, tutor)).map(({ id }) => id))
  const ending = db
    .selectFrom('photoConsents as said')
    .select(['userId', 'use', 'until'])
    .where('answer', '=', 'yes')
    .where('until', '>=', addDays(today, -ENDING_DAYS))
    .where('until', '<=', addDays(today, ENDING_DAYS))
    .where(isLastAnswer)
  const rows = (await ending.execute()).filter(({ userId }) => ids.has(userId))
  const found = rows.map(({ userId: id, use, until }) => ({
    id,
    use,
    until: until ?? '',
    isOver: (until ?? '') < today,
  }))
  return found.sort((one, other) => (one.until < other.until ? -1 : one.until > other.until ? 1 : one.id - other.id))
}

/** As paginateCurrentConsents, of the students whose answers listEndingConsents has, the earliest first. */
export async function paginateEndingConsents(db: Database, tutor: Tutor, page: number) {
  const ids = [...new Set((await listEndingConsents(db, tutor)).map(({ id }) => id))]
  return paginateIds(ids, page, createConsentReader(db, await listStudents(db, tutor)), STUDENTS_PER_PAGE)
}

/** One page of the students with open accounts, by name, each with their current answers. */
export async function paginateCurrentConsents(db: Database, tutor: Tutor, page: number) {
  const students = await listStudents(db, tutor)
  const ids = students.map(({ id }) => id)
  return paginateIds(ids, page, createConsentReader(db, students), STUDENTS_PER_PAGE)
}

/** A function that reads the names and current answers of some students. */
function createConsentReader(db: Database, students: readonly Account[]) {
  const names = getListNames(students)
  return async (ids: number[]) => {
    const rows = selectConsents(db).where('userId', 'in', ids).orderBy('recordedAt', 'desc')
    const history = (await rows.orderBy('photoConsents.id', 'desc').execute()).map(toConsent)
    const byStudent = Map.groupBy(history, ({ studentId }) => studentId)
    return ids.map((id) => ({ id, name: names.get(id) ?? '', consents: toCurrentConsents(byStudent.get(id) ?? []) }))
  }
}

const STUDENTS_PER_PAGE = 10

/** A student's answer about one use of their photos, as the API returns it. */
export const consentRecord = defineRecordSchema<Consent>()(
  'PhotoConsent',
  'What a student said to one use of photos of them. Answers are added, never changed.',
  {
    id: [recordId, 7],
    studentId: [recordId, 2],
    use: [z.enum(photoUses), 'website'],
    answer: [z.enum(consentAnswers), 'yes'],
    supportedBy: [textOrNone.describe('With whom the student decided.'), 'His sister Ngozi'],
    explained: [textOrNone.describe('How it was explained to them.'), 'With the Easy Read sheet'],
    from: [z.iso.date(), '2026-09-01'],
    until: [z.iso.date().nullable().describe('The last day of a yes.'), '2027-08-31'],
    recordedAt: [moment, '2026-09-01T10:15:00.000Z'],
    by: [
      textOrNone.describe('Who wrote it down; null when their account is not known here any more.'),
      'Aoife Brennan',
    ],
    isConfirmed: [z.boolean().describe('Whether the student said so themselves, or later confirmed it.'), true],
    ownWord: [z.enum(['yes', 'no']).nullable().describe('Whether the student said later that this is right.'), 'yes'],
    ownWordAt: [moment.nullable(), '2026-09-02T09:40:00.000Z'],
  },
)

export const currentConsentRecord = defineRecordSchema<CurrentConsent>()(
  'StandingPhotoConsent',
  'How things stand for one use: `again` when a yes has ended.',
  {
    use: [z.enum(photoUses), 'website'],
    state: [z.enum(consentStates), 'yes'],
    last: [consentRecord.nullable(), getExample(consentRecord)],
  },
)

export const pictureRecord = defineRecordSchema<ConsentPicture>()(
  'Picture',
  'A picture that is shared, on the website or in a newsletter, with who is in it.',
  {
    kind: [z.enum(pictureKinds), 'file'],
    id: [recordId, 31],
    title: [z.string(), 'QQI Certificate Photo 1'],
    at: [moment, '2026-05-20T14:05:10.000Z'],
    url: [ownAddress, paths.files.one(31)],
    isMarked: [z.boolean().describe('Whether somebody said who is in it.'), true],
    version: [recordVersion.describe('Grows each time somebody says that a student is in it.'), 8],
    studentIds: [z.array(recordId), [2]],
    hiddenBecause: [
      textOrNone.describe('Why it is hidden. Null for one that is shown.'),
      'Daniel has not said yes to photos in the portal.',
    ],
  },
)
