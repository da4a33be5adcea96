import { sql } from 'kysely'
import type { ActivitySymbolName } from '~/content/activity-symbols'
import { listDaysAway } from '~/domain/absences/absences.server'
import type { Account, Tutor } from '~/domain/accounts/account'
import { requireStudentIds } from '~/domain/accounts/accounts.server'
import { isPictureHidden, isPictureVisible } from '~/domain/consent/visibility.server'
import { type Day, formatIsoDay, toDayRange } from '~/domain/events/days'
import { listClosedDays, listEventsInRange } from '~/domain/events/events.server'
import { findGivenGuides } from '~/domain/guides/steps.server'
import { createRepository } from '~/domain/records.server'
import { Refused } from '~/domain/refused'
import { type Weekday, weekdays } from '~db/choices'
import { compileRead } from '~db/open'
import type { Bit, Database, Row } from '~db/schema'
import { withActivityLooks } from './activities.server'
import {
  applyDayChanges,
  DAYS_SEARCHED_AHEAD,
  type DayChange,
  findNextDay,
  getDaysOfWeek,
  getDublinClock,
  getNowAndNext,
  getSessionsOn,
  listDaysFrom,
  withoutDaysOff,
} from './day'
import { type NewWeekSession, NO_WEEK_GUIDE, NO_WEEK_STUDENT, newWeekSession } from './schema'
import { listSessionChanges } from './session-changes.server'

/** A weekly session as tutors see it; an empty `studentIds` means everyone. */
export type WeekSession = Omit<Row<'weekSessions'>, 'exceptions' | 'isForAll' | 'symbol'> & {
  symbol: ActivitySymbolName | null
  studentIds: number[]
  exceptions: string[]
}

/** A session as a student sees it, without anything about others. */
export type DaySession = Pick<
  WeekSession,
  'id' | 'weekday' | 'from' | 'to' | 'activity' | 'symbol' | 'photoId' | 'place' | 'withWhom' | 'guideId'
> & { isOwn: boolean } & Pick<DayChange, 'isOff' | 'reason'> & { isOtherPlace: boolean; isOtherPerson: boolean }

const toSession = ({ exceptions, isForAll: _, studentIds, symbol, ...session }: SessionRow): WeekSession => ({
  ...session,
  symbol: symbol as ActivitySymbolName | null,
  exceptions: JSON.parse(exceptions),
  studentIds: JSON.parse(studentIds),
})

const toRow = ({ studentIds, exceptions, ...session }: NewWeekSession) => ({
  ...session,
  exceptions: JSON.stringify(exceptions),
  isForAll: (studentIds.length === 0 ? 1 : 0) as Bit,
})

type SessionRow = Row<'weekSessions'> & { studentIds: string }

function selectSessions(db: Database) {
  const students = sql<string>`(select json_group_array(userId order by userId) from weekSessionStudents
    where sessionId = weekSessions.id)`
  return db.selectFrom('weekSessions').selectAll('weekSessions').select(students.as('studentIds'))
}

const sortByDay = (sessions: WeekSession[]) =>
  sessions.sort(
    (one, other) =>
      weekdays.indexOf(one.weekday) - weekdays.indexOf(other.weekday) ||
      (one.from < other.from ? -1 : one.from > other.from ? 1 : one.id - other.id),
  )

/** All weekly sessions as stored, Monday first. */
export const listStoredWeek = async (db: Database): Promise<WeekSession[]> =>
  sortByDay((await selectSessions(db).execute()).map(toSession))

/** All weekly sessions of everyone as screens show them, Monday first, for a tutor. */
export const listWeek = (db: Database, _tutor: Tutor): Promise<WeekSession[]> => readWeek(db)

async function readWeek(db: Database): Promise<WeekSession[]> {
  const sessions = await withActivityLooks(db, await listStoredWeek(db))
  return sessions.map(({ tint: _, ...session }) => session)
}

/** All sessions of a weekday. */
export async function listSessionsOfWeekday(db: Database, weekday: Weekday): Promise<WeekSession[]> {
  return sortByDay((await selectSessions(db).where('weekday', '=', weekday).execute()).map(toSession))
}

/** The sessions assigned to a student, or for null, those for everyone. */
export async function listWeekOf(db: Database, studentId: number | null): Promise<WeekSession[]> {
  const sessions =
    studentId === null
      ? selectSessions(db).where('isForAll', '=', 1)
      : selectSessions(db).where('id', 'in', selectSessionIds(db, studentId))
  return sortByDay((await sessions.execute()).map(toSession))
}

const selectSessionIds = (db: Database, userId: number) =>
  db.selectFrom('weekSessionStudents').select('sessionId').where('userId', '=', userId)

/** 'Art, Monday 09:30'. */
export const getSessionTitle = ({ activity, weekday, from }: Pick<WeekSession, 'activity' | 'weekday' | 'from'>) =>
  `${activity}, ${weekday} ${from}`

export const {
  find: findWeekSession,
  add: addWeekSession,
  change: changeWeekSession,
  remove: removeWeekSession,
  descriptions: describeWeekSession,
} = createRepository('weekSessions', {
  noun: 'session of the week',
  rules: newWeekSession,
  labels: [
    { label: 'Day', getText: ({ weekday }) => weekday },
    { label: 'From', getText: ({ from }) => from },
    { label: 'To', getText: ({ to }) => to },
    { label: 'Activity', getText: ({ activity }) => activity },
    { label: 'Place', getText: ({ place }) => place },
    { label: 'Who with', getText: ({ withWhom }) => withWhom },
    { label: 'Students', getText: ({ studentIds }) => studentIds.join(', ') },
    { label: 'First day', getText: ({ startDate }) => startDate },
    { label: 'Last day', getText: ({ endDate }) => endDate },
    { label: 'Not on', getText: ({ exceptions }) => exceptions.join(', ') },
    { label: 'Show me how', getText: ({ guideId }) => (guideId ? `Steps number ${guideId}` : null) },
  ],
  getTitle: getSessionTitle,
  getStudentId: ({ studentIds }: WeekSession) => (studentIds.length === 1 ? (studentIds[0] ?? null) : null),
  toRecord: (row: Row<'weekSessions'>) => toSession({ ...row, studentIds: '[]' }),
  toRow,
  requireValid: requireKnownReferences,
  writeRelated: writeStudents,
  find: async (db, id) => {
    const row = await selectSessions(db).where('id', '=', id).executeTakeFirst()
    return row ? toSession(row) : null
  },
})

async function requireKnownReferences(db: Database, { studentIds, photoId, guideId }: NewWeekSession): Promise<void> {
  await requireStudentIds(db, studentIds, { field: 'studentIds', message: NO_WEEK_STUDENT })
  const chosen = selectPhotos(db).where('id', '=', photoId ?? 0)
  if (photoId && !(await chosen.executeTakeFirst()))
    throw new Refused('invalid', 'Please choose one of the shared pictures.', { field: 'photoId' })
  const guide = db.selectFrom('guides').select('id').where('id', '=', guideId)
  if (guideId && !(await guide.executeTakeFirst())) throw new Refused('invalid', NO_WEEK_GUIDE, { field: 'guideId' })
}

async function writeStudents(db: Database, id: number, { studentIds }: NewWeekSession): Promise<void> {
  await db.deleteFrom('weekSessionStudents').where('sessionId', '=', id).execute()
  const own = studentIds.map((userId) => ({ userId, sessionId: id }))
  if (own.length > 0) await db.insertInto('weekSessionStudents').values(own).execute()
}

const selectPhotos = (db: Database) =>
  db.selectFrom('files').select(['id', 'title']).where('isShared', '=', 1).where('fileType', 'like', 'image/%')

/** A picture for sessions; hidden from students if someone in it has not given permission. */
export interface WeekPhoto {
  id: number
  title: string
  isHidden: boolean
}

/** Pictures for sessions, from the shared files. */
export async function listWeekPhotos(db: Database, _tutor: Tutor): Promise<WeekPhoto[]> {
  const photos = selectPhotos(db).select(isPictureHidden('file').as('isHidden')).where('album', 'is', null)
  const newest = await photos.orderBy('uploadedAt', 'desc').orderBy('id', 'desc').limit(50).execute()
  return newest.map((photo) => ({ ...photo, isHidden: Boolean(photo.isHidden) }))
}

/** Removes sessions that were only for erased people, in the erasure's transaction. */
export async function removeWeekOfErased(db: Database): Promise<void> {
  const assigned = db.selectFrom('weekSessionStudents').select('sessionId')
  await db.deleteFrom('weekSessions').where('isForAll', '=', 0).where('id', 'not in', assigned).execute()
}

const readVisibleSessions = compileRead((db, userId: number) =>
  selectSessions(db).where(({ or, eb }) => or([eb('isForAll', '=', 1), eb('id', 'in', selectSessionIds(db, userId))])),
)

/** Sessions that `user` may see: everyone's, and a student's own. */
async function listSessionsFor(db: Database, user: Account) {
  const found = (await readVisibleSessions(db, user.id)).map(toSession)
  const given = await findGivenGuides(
    db,
    user,
    found.flatMap(({ guideId }) => guideId ?? []),
  )
  return found.map((session) => ({
    ...session,
    isOwn: session.studentIds.length > 0,
    guideId: session.guideId && given.has(session.guideId) ? session.guideId : null,
  }))
}

/**
 * The sessions as students see them on `day`, with its changes, the activities' symbols and colours, and without photos that are hidden
 * or no longer shared.
 */
async function toDaySessions(
  db: Database,
  day: string,
  sessions: Awaited<ReturnType<typeof listSessionsFor>>,
  changes: readonly DayChange[],
) {
  const ids = sessions.flatMap(({ photoId }) => photoId ?? [])
  const seen = selectPhotos(db).where(isPictureVisible('file'))
  const known = new Set((ids.length > 0 ? await seen.where('id', 'in', ids).execute() : []).map(({ id }) => id))
  const shown = applyDayChanges(day, sessions, changes).map(
    ({ studentIds: _, startDate, endDate, exceptions, version, ...session }): DaySession => ({
      ...session,
      photoId: session.photoId && known.has(session.photoId) ? session.photoId : null,
    }),
  )
  return withActivityLooks(db, shown)
}
export type ShownSession = Awaited<ReturnType<typeof toDaySessions>>[number]

const countUnopenedFiles = compileRead((db, userId: number) =>
  db
    .selectFrom('files')
    .where('studentId', '=', userId)
    .where('album', 'is', null)
    .where('openedAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('found')),
)

/** A student's day at the moment `at`: its sessions, none if they are away, and the next day with sessions. */
export async function getDayOfStudent(db: Database, user: Account, at = new Date()) {
  const { day, time } = getDublinClock(at)
  const week = await listSessionsFor(db, user)
  const ahead = listDaysFrom(day, DAYS_SEARCHED_AHEAD + 1)
  const closed = await listClosedDays(db, ahead)
  const away = await listDaysAway(db, user.id, ahead)
  const changes = await listSessionChanges(db, ahead)
  const sessions = await toDaySessions(db, day, getSessionsOn(day, week, [...closed, ...away]), changes)
  const { now, next } = getNowAndNext(time, sessions)
  return {
    // To the minute, so that the rendered page can be cached for a minute (http/cache/render-cache.server.ts).
    at: new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString(),
    day,
    isClosed: closed.includes(day),
    isAway: away.includes(day),
    now: now.map(({ id }) => id),
    next: next.map(({ id }) => id),
    sessions,
    events: await listEventsInRange(db, user, listDaysFrom(day, 1)),
    nextDay: findNextDay(day, withoutDaysOff(week, changes), [...closed, ...away]),
    newFiles: (await countUnopenedFiles(db, user.id))[0]?.found ?? 0,
  }
}
export type TodayView = Awaited<ReturnType<typeof getDayOfStudent>>

/** Titles of events and weekly activities that are cancelled because the centre is closed on these days, each once. */
export async function listCancelled(
  db: Database,
  tutor: Tutor,
  days: Day[],
): Promise<{ titles: string[]; activities: string[] }> {
  const events = (await Promise.all(days.map((day) => listEventsInRange(db, tutor, toDayRange(day))))).flat()
  const closed = [...new Set(events.filter((event) => event.closed).map(formatIsoDay))]
  const week = closed.length > 0 ? (await readWeek(db)).map((session) => ({ ...session, isOwn: false })) : []
  const activities = closed.flatMap((day) => getSessionsOn(day, week, []).map(({ activity }) => activity))
  const titles = events.flatMap(({ title, cancelled }) => (cancelled ? title : []))
  return { titles: [...new Set(titles)], activities: [...new Set(activities)] }
}

/** A day's week as a student sees it: the sessions of each day, and whether the centre is closed or the student is away. */
export async function getWeekOfStudent(db: Database, user: Account, day: string) {
  const days = getDaysOfWeek(day)
  const week = await listSessionsFor(db, user)
  const closed = await listClosedDays(db, listDaysFrom(days[0]!, 7))
  const away = await listDaysAway(db, user.id, listDaysFrom(days[0]!, 7))
  const changes = await listSessionChanges(db, listDaysFrom(days[0]!, 7))
  return Promise.all(
    days.map(async (one) => ({
      day: one,
      isClosed: closed.includes(one),
      isAway: away.includes(one),
      sessions: await toDaySessions(db, one, getSessionsOn(one, week, [...closed, ...away]), changes),
    })),
  )
}
