import { formatFullName, type Tutor } from '~/domain/accounts/account'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { recordErasure } from '~db/erase'
import type { Database, Row } from '~db/schema'
import type { LinkHolder } from './family-links.server'

/** Days on which a student comes after all. `saidBy` and `cancelledBy` are labels of family links; null for a tutor. */
export type CancelledAbsence = Pick<
  Row<'cancelledAbsences'>,
  'id' | 'startDate' | 'endDate' | 'saidBy' | 'cancelledBy' | 'cancelledAt'
>

const getTodayIso = () => formatIsoDay(getToday())

const cancelledColumns = [
  ...(['cancelledAbsences.id', 'userId', 'startDate', 'endDate'] as const),
  ...(['saidBy', 'cancelledBy', 'cancelledAt'] as const),
] as const

const selectCancelled = (db: Database) => db.selectFrom('cancelledAbsences').select(cancelledColumns)

/**
 * Records that an absence was cancelled, from today on, in the transaction that ends it. Without `link`, a tutor did. Nothing is
 * recorded of days that nobody was told about: those ahead, of the link's own absence.
 */
export async function recordCancelled(
  change: Database,
  absence: Pick<Row<'absences'>, 'userId' | 'startDate' | 'endDate' | 'saidBy' | 'linkId'>,
  link: LinkHolder | undefined,
): Promise<void> {
  const today = getTodayIso()
  const { userId, startDate, endDate, saidBy, linkId } = absence
  const isOwn = linkId !== null && linkId === link?.linkId
  if (endDate < today || (isOwn && startDate > today)) return
  const days = { startDate: startDate < today ? today : startDate, endDate }
  const by = { cancelledByLinkId: link?.linkId ?? null, cancelledBy: link?.label ?? null }
  const row = { userId, ...days, saidBy, linkId, ...by, cancelledAt: new Date().toISOString() }
  await change.insertInto('cancelledAbsences').values(row).execute()
}

/** Forgets cancelled absences of days on which the student is absent again. */
export async function removeOverlapping(
  change: Database,
  userId: number,
  { startDate, endDate }: Pick<CancelledAbsence, 'startDate' | 'endDate'>,
): Promise<void> {
  const overlapping = change.deleteFrom('cancelledAbsences').where('userId', '=', userId)
  await overlapping.where('startDate', '<=', endDate).where('endDate', '>=', startDate).execute()
}

/** The link's absences that a tutor or another link cancelled, from today on. */
export function listCancelledByOthers(db: Database, { linkId, student }: LinkHolder): Promise<CancelledAbsence[]> {
  const own = selectCancelled(db).where('userId', '=', student.id).where('linkId', '=', linkId)
  const ahead = own.where('endDate', '>=', getTodayIso()).where('cancelledByLinkId', 'is not', linkId)
  return ahead.orderBy('startDate').orderBy('id').execute()
}

/** The last cancelled absence of each student on a day, by student. */
export async function readCancelledOn(db: Database, day: string): Promise<Map<number, CancelledAbsence>> {
  const onDay = selectCancelled(db).where('endDate', '>=', day).where('startDate', '<=', day)
  const found = await onDay.orderBy('id').execute()
  return new Map(found.map(({ userId, ...cancelled }) => [userId, cancelled]))
}

/** The cancelled absences of today and later days, by their last day, with the students' names, for a tutor. */
export async function listCancelledAhead(db: Database, _tutor: Tutor) {
  const ahead = selectCancelled(db)
    .innerJoin('users', 'users.id', 'userId')
    .select(['firstName', 'lastName'])
    .where('closedAt', 'is', null)
    .where('endDate', '>=', getTodayIso())
  const found = await ahead.orderBy('endDate').orderBy('cancelledAbsences.id').limit(MAX_SHOWN).execute()
  return found.map(({ firstName, lastName, userId: studentId, ...cancelled }) => {
    return { ...cancelled, studentId, studentName: formatFullName({ firstName, lastName }) }
  })
}
const MAX_SHOWN = 50

/** All of a student, for their export. */
export function listCancelledOfStudent(db: Database, userId: number) {
  const columns = ['startDate', 'endDate', 'saidBy', 'cancelledBy', 'cancelledAt'] as const
  return db.selectFrom('cancelledAbsences').select(columns).where('userId', '=', userId).orderBy('id').execute()
}

/** A past register can still be corrected for this long. */
const DAYS_STORED = 14

/** Removes those of days that are over. Returns their number. */
export async function removePastCancelled(db: Database, now: number): Promise<number> {
  const before = addDays(formatIsoDay(getToday(new Date(now))), -DAYS_STORED)
  const removed = await db.deleteFrom('cancelledAbsences').where('endDate', '<', before).returning('id').execute()
  if (removed.length > 0) recordErasure(db)
  return removed.length
}
