import { type Actor, formatFullName, type Tutor } from '~/domain/accounts/account'
import { compareNames } from '~/domain/accounts/names'
import { requireStudent } from '~/domain/accounts/people.server'
import { logRepeatable } from '~/domain/activity/activity.server'
import { type CursorPage, type CursorRequest, readRecordPage } from '~/domain/cursor-page.server'
import { countChange } from '~/domain/daily-limit.server'
import { formatDate } from '~/domain/dublin'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { storedLimits } from '~/domain/limits/table'
import { mapPage, type Page, paginate } from '~/domain/page.server'
import { orNotFound, Refused } from '~/domain/refused'
import type { Centre } from '~/settings.server'
import { eraseWithin, recordErasure } from '~db/erase'
import type { Database, Row } from '~db/schema'
import { findFamilyLink, type LinkHolder, recordLinkUse } from './family-links.server'
import { type FamilyAbsence, type NewAbsence, NO_ABSENT_STUDENT } from './schema'

export interface Absence
  extends Pick<Row<'absences'>, 'id' | 'startDate' | 'endDate' | 'note' | 'saidBy' | 'createdAt'> {
  studentId: number
  studentName: string
}

/** The same as the family sees it: the sentence only by the link that it was written with. */
export type FamilyAbsenceRecord = Pick<Absence, 'id' | 'startDate' | 'endDate' | 'note' | 'saidBy'>

const now = () => formatIsoDay(getToday())

const rows = (db: Database) =>
  db
    .selectFrom('absences')
    .innerJoin('users', 'users.id', 'absences.userId')
    .select(['absences.id', 'startDate', 'endDate', 'note', 'saidBy', 'absences.createdAt', 'absences.userId'])
    .select(['firstName', 'lastName'])
    .where('closedAt', 'is', null)

type AbsenceRow = Omit<Absence, 'studentId' | 'studentName'> & { userId: number; firstName: string; lastName: string }

const toAbsence = ({ userId: studentId, firstName, lastName, ...absence }: AbsenceRow): Absence => ({
  ...absence,
  studentId,
  studentName: formatFullName({ firstName, lastName }),
})

/** Who does not come on a day, today in Dublin unless given, each student once, by name. */
export async function listAbsentOn(db: Database, day = now()): Promise<Absence[]> {
  const on = rows(db).where('endDate', '>=', day).where('startDate', '<=', day)
  const found = (await on.orderBy('absences.id').execute()).map(toAbsence)
  const each = new Map(found.map((absence) => [absence.studentId, absence])).values()
  return [...each].sort((one, other) => compareNames(one.studentName, other.studentName))
}

/** One page of the absences that begin after today, the next one first. */
export async function pageOfAbsencesAhead(db: Database, page: number): Promise<Page<Absence>> {
  const ahead = rows(db).where('startDate', '>', now()).orderBy('startDate').orderBy('absences.id')
  return mapPage(await paginate(ahead, page), toAbsence)
}

/** One page of the absences that are not over, by their last day, for the API. */
export function listAbsences(db: Database, requested?: CursorRequest): Promise<CursorPage<Absence>> {
  const cursorOf = ({ endDate, id }: AbsenceRow) => [endDate, id] as const
  const order = { by: 'endDate', id: 'absences.id', direction: 'asc', cursorOf } as const
  return readRecordPage(rows(db).where('endDate', '>=', now()), requested, order, toAbsence)
}

/** The days among `from` and `before` on which a student does not come, as YYYY-MM-DD. */
export async function listDaysAway(db: Database, userId: number, { from, before }: { from: string; before: string }) {
  const those = db.selectFrom('absences').select(['startDate', 'endDate']).where('userId', '=', userId)
  const found = await those.where('endDate', '>=', from).where('startDate', '<', before).execute()
  const days: string[] = []
  for (let day = from; day < before; day = addDays(day, 1)) days.push(day)
  return days.filter((day) => found.some(({ startDate, endDate }) => startDate <= day && day <= endDate))
}

/** What a link opens: whose family it is of, today, and what was said of it before, the next days first; null where it opens nothing. Changes nothing. */
export async function openFamilyLink(db: Database, token: string) {
  const holder = await findFamilyLink(db, token)
  if (!holder) return null
  const { student, linkId } = holder
  const saidBefore = (await lastingOf(db, student.id)).map(({ id, startDate, endDate, note, saidBy, linkId: by }) => {
    return { id, startDate, endDate, note: by === linkId ? note : null, saidBy } satisfies FamilyAbsenceRecord
  })
  return { firstName: student.firstName, today: now(), saidBefore }
}

function lastingOf(db: Database, userId: number) {
  const lasting = db.selectFrom('absences').selectAll().where('userId', '=', userId).where('endDate', '>=', now())
  return lasting.orderBy('startDate').orderBy('id').execute()
}

/** Says that a student does not come, by their family's link, and gives the absence's id. Throws Refused: 404 for a link that opens nothing, 409 beyond thirty, and what countChange throws. */
export async function reportAbsence(
  db: Database,
  token: string,
  absence: FamilyAbsence,
  centre: Pick<Centre, 'phone'>,
): Promise<number> {
  return db.transaction().execute(async (change) => {
    const holder = orNotFound(await findFamilyLink(change, token))
    const { id, isNew } = await insert(change, actorOf(holder), holder.student, absence, holder)
    if (isNew) await noteChange(change, holder, centre)
    return id
  })
}

/** Takes back from today on what was said of a student, by their family's link. Throws Refused, 404, also for another student's, and what countChange throws. */
export async function cancelReportedAbsence(
  db: Database,
  token: string,
  id: number,
  centre: Pick<Centre, 'phone'>,
): Promise<void> {
  await db.transaction().execute(async (change) => {
    const holder = orNotFound(await findFamilyLink(change, token))
    await end(change, actorOf(holder), id, holder.student.id)
    await noteChange(change, holder, centre)
  })
  // Retention takes the bytes out within an hour: rewriting the database is not for whoever has a link to cause.
  recordErasure(db)
}

async function noteChange(change: Database, { linkId }: LinkHolder, centre: Pick<Centre, 'phone'>) {
  await countChange(change, { table: 'familyLinks', id: linkId }, centre)
  await recordLinkUse(change, linkId)
}

/** A family has no account: the log names whose link it was. */
const actorOf = ({ label, student }: LinkHolder) => ({
  id: null,
  firstName: label,
  lastName: `(family of ${formatFullName(student)})`,
})

/** Notes that a student does not come. Throws Refused: 400 about studentId for who is no student, 409 for a closed account, or beyond thirty. */
export async function addAbsence(db: Database, tutor: Tutor, { studentId, ...absence }: NewAbsence): Promise<Absence> {
  return db.transaction().execute(async (change) => {
    const student = await requireStudent(change, studentId).catch((error: unknown) => {
      if (error instanceof Refused && error.status === 404)
        throw new Refused(400, NO_ABSENT_STUDENT, { field: 'studentId' })
      throw error
    })
    const { id } = await insert(change, tutor, student, absence)
    return toAbsence(await rows(change).where('absences.id', '=', id).executeTakeFirstOrThrow())
  })
}

/** Takes back from today on what was noted. Throws Refused, 404. */
export async function removeAbsence(db: Database, tutor: Tutor, id: number): Promise<void> {
  await eraseWithin(db, (change) => end(change, tutor, id))
}

type Sayer = Pick<Actor, 'id' | 'firstName' | 'lastName'>
type Named = Pick<Row<'users'>, 'id' | 'firstName' | 'lastName'>

/** Writes an absence once: what says nothing new adds nothing. Returns its id, and whether it was added. */
async function insert(
  change: Database,
  sayer: Sayer,
  student: Named,
  { startDate, endDate, note }: FamilyAbsence,
  link?: LinkHolder,
): Promise<{ id: number; isNew: boolean }> {
  const days = { startDate, endDate: endDate ?? startDate }
  const lasting = await lastingOf(change, student.id)
  const same = lasting.find(
    (one) => one.startDate <= days.startDate && days.endDate <= one.endDate && (note === null || one.note === note),
  )
  if (same) return { id: same.id, isNew: false }
  const { most, words } = storedLimits.absencesAhead
  if (lasting.length >= most) throw new Refused(409, words)
  const said = { linkId: link?.linkId ?? null, saidBy: link?.label ?? null, createdAt: new Date().toISOString() }
  const { id } = await change
    .insertInto('absences')
    .values({ userId: student.id, ...days, note, ...said })
    .returning('id')
    .executeTakeFirstOrThrow()
  await log(change, sayer, 'added', student, { id, ...days })
  return { id, isNew: true }
}

/** Ends an absence yesterday, or removes one that began no sooner. Throws Refused, 404, for one of another student than `whose`. */
async function end(change: Database, sayer: Sayer, id: number, owner?: number): Promise<true> {
  const found = orNotFound(await rows(change).where('absences.id', '=', id).executeTakeFirst())
  if (owner !== undefined && found.userId !== owner) orNotFound(null)
  const { userId, firstName, lastName, startDate, endDate } = found
  const day = now()
  if (startDate < day && endDate >= day)
    await change
      .updateTable('absences')
      .set({ endDate: addDays(day, -1) })
      .where('id', '=', id)
      .execute()
  else await change.deleteFrom('absences').where('id', '=', id).execute()
  await log(change, sayer, 'deleted', { id: userId, firstName, lastName }, { id, startDate, endDate })
  return true
}

function log(
  change: Database,
  sayer: Sayer,
  action: 'added' | 'deleted',
  student: Named,
  { id, startDate, endDate }: Pick<Absence, 'id' | 'startDate' | 'endDate'>,
) {
  const until = endDate === startDate ? '' : ` to ${formatDate(endDate)}`
  const title = `${formatFullName(student)}, ${formatDate(startDate)}${until}`
  return logRepeatable(change, sayer, { action, noun: 'absence', recordId: id, title, studentId: student.id })
}
