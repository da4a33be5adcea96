import { sql } from 'kysely'
import type { ActivitySymbolName } from '~/content/activity-symbols'
import { listDaysAway } from '~/domain/absences/absences.server'
import type { Account, Tutor } from '~/domain/accounts/account'
import { requireStudentIds } from '~/domain/accounts/accounts.server'
import { isPictureVisible } from '~/domain/consent/shown.server'
import { type Day, formatIsoDay, parseIsoDay } from '~/domain/events/days'
import { listClosedDays, listEventsOf } from '~/domain/events/events.server'
import { countRowsOf } from '~/domain/page.server'
import { defineRecords } from '~/domain/records.server'
import { Refused } from '~/domain/refused'
import { foldForSearch } from '~/domain/text'
import { activitiesPage } from '~/domain/website/activities.server'
import { findPage } from '~/domain/website/website.server'
import { weekdays } from '~db/choices'
import type { Bit, Database, Row } from '~db/schema'
import {
  DAYS_SEARCHED_AHEAD,
  findNextDay,
  getDaysOfWeek,
  getDublinClock,
  getNowAndNext,
  getSessionsOn,
  listDaysFrom,
} from './day'
import { type NewWeekSession, NO_WEEK_STUDENT, newWeekSession, ONE_STUDENT } from './schema'

/** What is on each week, as tutors see it; without `studentIds` it is everybody's. */
export type WeekSession = Omit<Row<'weekSessions'>, 'exceptions' | 'isForAll' | 'symbol'> & {
  symbol: ActivitySymbolName | null
  studentIds: number[]
  exceptions: string[]
}

/** What a student sees of it, who learns nothing of others. */
export type DaySession = Pick<
  WeekSession,
  'id' | 'weekday' | 'from' | 'to' | 'activity' | 'symbol' | 'photoId' | 'place' | 'withWhom'
> & { isOwn: boolean }

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

function rows(db: Database) {
  const students = sql<string>`(select json_group_array(userId order by userId) from weekSessionStudents
    where sessionId = weekSessions.id)`
  return db.selectFrom('weekSessions').selectAll('weekSessions').select(students.as('studentIds'))
}

const byDay = (sessions: WeekSession[]) =>
  sessions.sort(
    (one, other) =>
      weekdays.indexOf(one.weekday) - weekdays.indexOf(other.weekday) ||
      (one.from < other.from ? -1 : one.from > other.from ? 1 : one.id - other.id),
  )

/** All sessions of the week, Monday's first. */
export async function listWeek(db: Database): Promise<WeekSession[]> {
  return byDay((await rows(db).execute()).map(toSession))
}

/** The sessions of one student alone or with others, without everybody's; or those of everybody, for null. */
export async function listWeekOf(db: Database, studentId: number | null): Promise<WeekSession[]> {
  const those =
    studentId === null ? rows(db).where('isForAll', '=', 1) : rows(db).where('id', 'in', ofStudent(db, studentId))
  return byDay((await those.execute()).map(toSession))
}

const ofStudent = (db: Database, userId: number) =>
  db.selectFrom('weekSessionStudents').select('sessionId').where('userId', '=', userId)

const titleOf = ({ activity, weekday, from }: Pick<WeekSession, 'activity' | 'weekday' | 'from'>) =>
  `${activity}, ${weekday} ${from}`

export const {
  find: findWeekSession,
  add: addWeekSession,
  change: changeWeekSession,
  remove: removeWeekSession,
  inWords: describeWeekSession,
} = defineRecords('weekSessions', {
  noun: 'session of the week',
  rules: newWeekSession,
  labels: [
    { label: 'Day', of: ({ weekday }) => weekday },
    { label: 'From', of: ({ from }) => from },
    { label: 'To', of: ({ to }) => to },
    { label: 'Activity', of: ({ activity }) => activity },
    { label: 'Place', of: ({ place }) => place },
    { label: 'With', of: ({ withWhom }) => withWhom },
    { label: 'Students', of: ({ studentIds }) => studentIds.join(', ') },
    { label: 'First day', of: ({ startDate }) => startDate },
    { label: 'Last day', of: ({ endDate }) => endDate },
    { label: 'Not on', of: ({ exceptions }) => exceptions.join(', ') },
  ],
  titleOf,
  studentOf: ({ studentIds }: WeekSession) => (studentIds.length === 1 ? (studentIds[0] ?? null) : null),
  toRecord: (row: Row<'weekSessions'>) => toSession({ ...row, studentIds: '[]' }),
  toRow,
  requireValid: requireKnown,
  alsoWrite: writeStudents,
  find: async (db, id) => {
    const row = await rows(db).where('id', '=', id).executeTakeFirst()
    return row ? toSession(row) : null
  },
})

async function requireKnown(db: Database, { studentIds, photoId }: NewWeekSession): Promise<void> {
  await requireStudentIds(db, studentIds, { field: 'studentIds', words: NO_WEEK_STUDENT })
  const chosen = photos(db).where('id', '=', photoId ?? 0)
  if (photoId && !(await chosen.executeTakeFirst()))
    throw new Refused(400, 'Please choose one of the shared pictures.', { field: 'photoId' })
}

async function writeStudents(db: Database, id: number, { studentIds }: NewWeekSession): Promise<void> {
  await db.deleteFrom('weekSessionStudents').where('sessionId', '=', id).execute()
  const own = studentIds.map((userId) => ({ userId, sessionId: id }))
  if (own.length > 0) await db.insertInto('weekSessionStudents').values(own).execute()
}

const photos = (db: Database) =>
  db.selectFrom('files').select(['id', 'title']).where('isShared', '=', 1).where('fileType', 'like', 'image/%')

/** The pictures that a session can show: those among the shared files. */
export function listWeekPhotos(db: Database): Promise<{ id: number; title: string }[]> {
  return photos(db).where('album', 'is', null).orderBy('uploadedAt', 'desc').orderBy('id', 'desc').limit(50).execute()
}

/** The activities on the website, each with its symbol: what a tutor chooses from. */
export async function listActivities(db: Database): Promise<{ name: string; symbol: ActivitySymbolName }[]> {
  const { words } = await findPage(db, activitiesPage)
  return words.grid.items.filter(({ isHidden }) => !isHidden).map(({ name, symbol }) => ({ name, symbol }))
}

/** A session with the symbol that its activity has on the website, where no picture was chosen. */
export async function addSymbol<Session extends NewWeekSession>(db: Database, session: Session): Promise<Session> {
  if (session.symbol || session.photoId) return session
  const own = (await listActivities(db)).find(({ name }) => foldForSearch(name) === foldForSearch(session.activity))
  return { ...session, symbol: own?.symbol ?? null }
}

/**
 * Gives a student the sessions of another one's week, or of everybody's, as their own.
 * Returns how many they were. Throws Refused, 400, for somebody who is no student.
 */
export async function copyWeek(db: Database, tutor: Tutor, of: number | null, to: number): Promise<number> {
  return db.transaction().execute(async (change) => {
    await requireStudentIds(change, [to], { field: 'to', words: ONE_STUDENT })
    const sessions = await listWeekOf(change, of)
    for (const { id: _, version: __, ...session } of sessions) {
      await addWeekSession(change, tutor, { ...session, studentIds: [to] })
    }
    return sessions.length
  })
}

/** Removes what was only of people who are erased. Within their erasure. */
export async function removeWeekOfErased(db: Database): Promise<void> {
  const some = db.selectFrom('weekSessionStudents').select('sessionId')
  await db.deleteFrom('weekSessions').where('isForAll', '=', 0).where('id', 'not in', some).execute()
}

/** What `user` may know of the week: everybody's sessions, and a student's own. */
async function weekFor(db: Database, user: Account) {
  const mine = rows(db).where(({ or, eb }) => or([eb('isForAll', '=', 1), eb('id', 'in', ofStudent(db, user.id))]))
  const found = (await mine.execute()).map(toSession)
  return found.map((session) => ({ ...session, isOwn: session.studentIds.length > 0 }))
}

/** What is shown of a session's picture: a photo that is no longer shared, or is hidden, is not. */
async function shown(db: Database, sessions: Awaited<ReturnType<typeof weekFor>>): Promise<DaySession[]> {
  const ids = sessions.flatMap(({ photoId }) => photoId ?? [])
  const seen = photos(db).where(isPictureVisible('file'))
  const known = new Set((ids.length > 0 ? await seen.where('id', 'in', ids).execute() : []).map(({ id }) => id))
  return sessions.map(({ id, weekday, from, to, activity, symbol, photoId, place, withWhom, isOwn }) => {
    const photo = photoId && known.has(photoId) ? photoId : null
    return { id, weekday, from, to, activity, symbol, photoId: photo, place, withWhom, isOwn }
  })
}

const unopened = (db: Database, user: Account) =>
  db.selectFrom('files').where('studentId', '=', user.id).where('album', 'is', null).where('openedAt', 'is', null)

/** A student's day: what is on, nothing where they do not come, and for a day with nothing more the next one. `at` is the moment it is told for. */
export async function getDayOfStudent(db: Database, user: Account, at = new Date()) {
  const { day, time } = getDublinClock(at)
  const week = await weekFor(db, user)
  const ahead = listDaysFrom(day, DAYS_SEARCHED_AHEAD + 1)
  const closed = await listClosedDays(db, ahead)
  const away = await listDaysAway(db, user.id, ahead)
  const sessions = await shown(db, getSessionsOn(day, week, [...closed, ...away]))
  const { now, next } = getNowAndNext(time, sessions)
  return {
    // To the minute, so that what was rendered for the same data is kept for one (http/cache/render-cache.server.ts).
    at: new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString(),
    day,
    isClosed: closed.includes(day),
    isAway: away.includes(day),
    now: now.map(({ id }) => id),
    next: next.map(({ id }) => id),
    sessions,
    events: await listEventsOf(db, listDaysFrom(day, 1)),
    nextDay: findNextDay(day, week, [...closed, ...away]),
    newFiles: await countRowsOf(unopened(db, user)),
  }
}
export type TodayView = Awaited<ReturnType<typeof getDayOfStudent>>

/** What is not on because the centre is closed on some of these days: the titles of events and the activities of the week, each once. */
export async function listCancelled(db: Database, days: Day[]): Promise<{ titles: string[]; activities: string[] }> {
  const events = (await Promise.all(days.map((day) => listEventsOf(db, parseIsoDay(day))))).flat()
  const closed = [...new Set(events.filter((event) => event.closed).map(formatIsoDay))]
  const week = closed.length > 0 ? (await listWeek(db)).map((session) => ({ ...session, isOwn: false })) : []
  const activities = closed.flatMap((day) => getSessionsOn(day, week, []).map(({ activity }) => activity))
  const titles = events.flatMap(({ title, cancelled }) => (cancelled ? title : []))
  return { titles: [...new Set(titles)], activities: [...new Set(activities)] }
}

/** The week of a day as a student sees it: each day with what is on, and whether the centre is closed or they do not come. */
export async function getWeekOfStudent(db: Database, user: Account, day: string) {
  const days = getDaysOfWeek(day)
  const week = await weekFor(db, user)
  const closed = await listClosedDays(db, listDaysFrom(days[0]!, 7))
  const away = await listDaysAway(db, user.id, listDaysFrom(days[0]!, 7))
  return Promise.all(
    days.map(async (one) => ({
      day: one,
      isClosed: closed.includes(one),
      isAway: away.includes(one),
      sessions: await shown(db, getSessionsOn(one, week, [...closed, ...away])),
    })),
  )
}
