import { z } from 'zod'
import { type Actor, compareNames, formatFullName, type Tutor } from '~/domain/accounts/account'
import { readListName, readListNames, requireStudentById } from '~/domain/accounts/people.server'
import { logRepeatable } from '~/domain/activity/activity.server'
import { addDays, formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import { countChange, type LimitedSender, uncountChange } from '~/domain/limits/limits.server'
import { storedLimits } from '~/domain/limits/table'
import { type CursorPage, type CursorRequest, mapPage, type Page, paginate, readRecordPage } from '~/domain/page.server'
import { defineRecordSchema, moment, recordId, textOrNone } from '~/domain/record'
import { orNotFound, Refused } from '~/domain/refused'
import type { Centre } from '~/settings.server'
import { eraseWithin, recordErasure } from '~db/erase'
import { compileRead } from '~db/open'
import type { Database, Row } from '~db/schema'
import { listCancelledByOthers, recordCancelled, removeOverlapping } from './cancelled.server'
import { findFamilyLink, type LinkHolder, recordLinkUse } from './family-links.server'
import { type FamilyAbsence, type NewAbsence, NO_ABSENT_STUDENT } from './schema'

export interface Absence
  extends Pick<Row<'absences'>, 'id' | 'startDate' | 'endDate' | 'note' | 'saidBy' | 'createdAt'> {
  studentId: number
  studentName: string
}

/** An absence as the family sees it: its note is shown only on the link that it came from. */
export type FamilyAbsenceRecord = Pick<Absence, 'id' | 'startDate' | 'endDate' | 'note' | 'saidBy'> & {
  /** Whether it came from this link. */
  isOwn: boolean
  /** Whether a family link that still works shows it as its own. */
  hasPage: boolean
}

const getTodayIso = () => formatIsoDay(getToday())

const selectAbsences = (db: Database) =>
  db
    .selectFrom('absences')
    .innerJoin('users', 'users.id', 'absences.userId')
    .select(['absences.id', 'startDate', 'endDate', 'note', 'saidBy', 'absences.createdAt', 'absences.userId'])
    .select(['firstName', 'lastName'])
    .where('closedAt', 'is', null)

type AbsenceRow = Omit<Absence, 'studentId' | 'studentName'> & { userId: number; firstName: string; lastName: string }

/** Returns a function that makes records of rows. */
async function createAbsenceMaker(db: Database) {
  const names = await readListNames(db)
  return ({ userId: studentId, firstName, lastName, ...absence }: AbsenceRow): Absence => ({
    ...absence,
    studentId,
    studentName: names.get(studentId) ?? formatFullName({ firstName, lastName }),
  })
}

/** The students absent on a day (by default today in Dublin), each once, by name, for a tutor. */
export const listAbsentOn = (db: Database, _tutor: Tutor, day = getTodayIso()): Promise<Absence[]> =>
  readAbsentOn(db, day)

/** The same for the morning's mail. */
export async function readAbsentOn(db: Database, day: string): Promise<Absence[]> {
  const onDay = selectAbsences(db).where('endDate', '>=', day).where('startDate', '<=', day)
  const found = (await onDay.orderBy('absences.id').execute()).map(await createAbsenceMaker(db))
  const each = new Map(found.map((absence) => [absence.studentId, absence])).values()
  return [...each].sort((one, other) => compareNames(one.studentName, other.studentName))
}

/** One page of the absences that begin after today, earliest first. */
export async function paginateUpcomingAbsences(db: Database, _tutor: Tutor, page: number): Promise<Page<Absence>> {
  const ahead = selectAbsences(db).where('startDate', '>', getTodayIso()).orderBy('startDate').orderBy('absences.id')
  return mapPage(await paginate(ahead, page), await createAbsenceMaker(db))
}

/** One page of current and future absences, by last day, for the API. */
export async function listAbsences(
  db: Database,
  _tutor: Tutor,
  requested?: CursorRequest,
): Promise<CursorPage<Absence>> {
  const getCursor = ({ endDate, id }: AbsenceRow) => [endDate, id] as const
  const order = { by: 'endDate', id: 'absences.id', direction: 'asc', getCursor } as const
  return readRecordPage(
    selectAbsences(db).where('endDate', '>=', getTodayIso()),
    requested,
    order,
    await createAbsenceMaker(db),
  )
}

/** The days in a range on which a student is absent, as YYYY-MM-DD. */
export async function listDaysAway(db: Database, userId: number, { from, before }: { from: string; before: string }) {
  const found = await readAbsences(db, userId, from, before)
  const days = new Set<string>()
  for (const { startDate, endDate } of found)
    for (let day = startDate < from ? from : startDate; day <= endDate && day < before; day = addDays(day, 1))
      days.add(day)
  return [...days].sort()
}
const readAbsences = compileRead((db, userId: number, from: string, before: string) => {
  const ofStudent = db.selectFrom('absences').select(['startDate', 'endDate']).where('userId', '=', userId)
  return ofStudent.where('endDate', '>=', from).where('startDate', '<', before)
})

/**
 * What a family's link shows: the student's first name, today, and their absences, earliest first. Null for an unknown link.
 * Read-only.
 */
export async function openFamilyLink(db: Database, token: string) {
  const holder = await findFamilyLink(db, token)
  if (!holder) return null
  const { student, linkId } = holder
  const absences = (await listCurrentAbsences(db, student.id)).map(
    ({ id, startDate, endDate, note, saidBy, linkId: by }) => {
      const isOwn = by === linkId
      return {
        id,
        startDate,
        endDate,
        note: isOwn ? note : null,
        saidBy,
        isOwn,
        hasPage: by !== null,
      } satisfies FamilyAbsenceRecord
    },
  )
  const today = getTodayIso()
  return {
    firstName: student.firstName,
    today,
    currentAbsences: absences,
    /** Absences from this link that a tutor or another link cancelled. */
    cancelled: await listCancelledByOthers(db, holder),
  }
}

function listCurrentAbsences(db: Database, userId: number) {
  const today = getTodayIso()
  const absences = db.selectFrom('absences').selectAll().where('userId', '=', userId).where('endDate', '>=', today)
  return absences.orderBy('startDate').orderBy('id').execute()
}

/**
 * Records an absence from a family's link and returns its id. Throws Refused: notFound for an unknown link, conflict above the limit of
 * absences; and what countChange throws.
 */
export async function reportAbsence(
  db: Database,
  token: string,
  absence: FamilyAbsence,
  centre: Pick<Centre, 'phone'>,
): Promise<number> {
  const sender = await countLinkChange(db, token, centre)
  return db.transaction().execute(async (change) => {
    const holder = orNotFound(await findFamilyLink(change, token))
    const { id, isNew } = await insertAbsence(change, await toActor(change, holder), holder.student, absence, holder)
    if (isNew) await recordLinkUse(change, holder.linkId)
    else await uncountChange(change, sender)
    return id
  })
}

/**
 * Removes an absence from today on, from a family's link. Throws Refused, notFound, for an unknown link or another student's absence,
 * and what countChange throws.
 */
export async function cancelReportedAbsence(
  db: Database,
  token: string,
  id: number,
  centre: Pick<Centre, 'phone'>,
): Promise<void> {
  await countLinkChange(db, token, centre)
  await db.transaction().execute(async (change) => {
    const holder = orNotFound(await findFamilyLink(change, token))
    await endAbsence(change, await toActor(change, holder), id, holder)
    await recordLinkUse(change, holder.linkId)
  })
  // Retention rewrites the database within the hour. Anyone with a link could trigger that work here.
  recordErasure(db)
}

async function countLinkChange(db: Database, token: string, centre: Pick<Centre, 'phone'>): Promise<LimitedSender> {
  const { linkId } = orNotFound(await findFamilyLink(db, token))
  const sender = { table: 'familyLinks', id: linkId } as const
  await countChange(db, sender, centre)
  return sender
}

/** A family has no account, so the log shows the link's label. */
const toActor = async (db: Database, { label, student }: LinkHolder) => ({
  id: null,
  firstName: label,
  lastName: `(family of ${await readListName(db, student)})`,
})

/**
 * Records an absence. Throws Refused: invalid about studentId if it is not a student's, conflict for a closed account or above the limit of
 * absences.
 */
export async function addAbsence(db: Database, tutor: Tutor, { studentId, ...absence }: NewAbsence): Promise<Absence> {
  return db.transaction().execute(async (change) => {
    const student = await requireStudentById(change, studentId).catch((error: unknown) => {
      if (error instanceof Refused && error.kind === 'notFound')
        throw new Refused('invalid', NO_ABSENT_STUDENT, { field: 'studentId' })
      throw error
    })
    const { id } = await insertAbsence(change, tutor, student, absence)
    const toAbsence = await createAbsenceMaker(change)
    return toAbsence(await selectAbsences(change).where('absences.id', '=', id).executeTakeFirstOrThrow())
  })
}

/** Removes an absence from today on. Throws Refused, notFound. */
export async function removeAbsence(db: Database, tutor: Tutor, id: number): Promise<void> {
  await eraseWithin(db, (change) => endAbsence(change, tutor, id))
}

type AbsenceActor = Pick<Actor, 'id' | 'firstName' | 'lastName'>
type StudentName = Pick<Row<'users'>, 'id' | 'firstName' | 'lastName'>

/** Inserts an absence unless an existing one covers it. Returns its id, and whether it is new. */
async function insertAbsence(
  change: Database,
  actor: AbsenceActor,
  student: StudentName,
  { startDate, endDate, note }: FamilyAbsence,
  link?: LinkHolder,
): Promise<{ id: number; isNew: boolean }> {
  const days = { startDate, endDate: endDate ?? startDate }
  const existing = await listCurrentAbsences(change, student.id)
  const same = existing.find(
    (one) => one.startDate <= days.startDate && days.endDate <= one.endDate && (note === null || one.note === note),
  )
  if (same) return { id: same.id, isNew: false }
  const { max, message } = storedLimits.absencesAhead
  if (existing.length >= max) throw new Refused('conflict', message)
  const origin = { linkId: link?.linkId ?? null, saidBy: link?.label ?? null, createdAt: new Date().toISOString() }
  const { id } = await change
    .insertInto('absences')
    .values({ userId: student.id, ...days, note, ...origin })
    .returning('id')
    .executeTakeFirstOrThrow()
  await removeOverlapping(change, student.id, days)
  await logAbsence(change, actor, 'added', student, { id, ...days })
  return { id, isNew: true }
}

/**
 * Ends an absence yesterday, or deletes it if it starts today or later, or is over. Throws Refused, notFound, if it is not of the
 * link's student.
 */
async function endAbsence(change: Database, actor: AbsenceActor, id: number, link?: LinkHolder): Promise<true> {
  const found = orNotFound(
    await selectAbsences(change).select('linkId').where('absences.id', '=', id).executeTakeFirst(),
  )
  if (link && found.userId !== link.student.id) orNotFound(null)
  const { userId, firstName, lastName, startDate, endDate } = found
  const day = getTodayIso()
  if (startDate < day && endDate >= day)
    await change
      .updateTable('absences')
      .set({ endDate: addDays(day, -1) })
      .where('id', '=', id)
      .execute()
  else await change.deleteFrom('absences').where('id', '=', id).execute()
  await recordCancelled(change, found, link)
  await logAbsence(change, actor, 'deleted', { id: userId, firstName, lastName }, { id, startDate, endDate })
  return true
}

async function logAbsence(
  change: Database,
  actor: AbsenceActor,
  action: 'added' | 'deleted',
  student: StudentName,
  { id, startDate, endDate }: Pick<Absence, 'id' | 'startDate' | 'endDate'>,
) {
  const until = endDate === startDate ? '' : ` to ${formatDate(endDate)}`
  const title = `${await readListName(change, student)}, ${formatDate(startDate)}${until}`
  return logRepeatable(change, actor, { action, noun: 'absence', recordId: id, title, studentId: student.id })
}

export const absenceRecord = defineRecordSchema<Absence>()('Absence', 'The days on which a student does not come.', {
  id: [recordId, 7],
  studentId: [recordId, 2],
  studentName: [z.string(), 'Daniel Murphy'],
  startDate: [z.iso.date().describe('The first day, in Irish time.'), '2026-11-25'],
  endDate: [z.iso.date().describe('The last day.'), '2026-11-25'],
  note: [textOrNone, 'At the dentist until noon.'],
  saidBy: [
    textOrNone.describe('The label of the family’s link by which it was said; null where a tutor noted it.'),
    'Mother',
  ],
  createdAt: [moment, '2026-11-25T07:40:00.000Z'],
})
