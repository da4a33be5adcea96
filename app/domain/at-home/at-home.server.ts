import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Account, requireOwnOrTutor, type Tutor } from '~/domain/accounts/account'
import { requireStudentById } from '~/domain/accounts/people.server'
import { createActivityLogger, logRepeatable } from '~/domain/activity/activity.server'
import { isPictureHidden, isPictureVisible } from '~/domain/consent/visibility.server'
import { formatDate } from '~/domain/events/days'
import { selectFilesFor } from '~/domain/files/files.server'
import { countChange, uncountChange } from '~/domain/limits/limits.server'
import { countRows, mapPage, type Page, paginate } from '~/domain/page.server'
import { orNotFound, Refused } from '~/domain/refused'
import { getDayOfStudent } from '~/domain/week/week.server'
import type { Centre } from '~/settings.server'
import { recordErasure } from '~db/erase'
import { compileRead } from '~db/open'
import type { Database } from '~db/schema'
import { HOME_DAYS, type HomeChoice, type HomeItem, type HomeSession } from './at-home'

const HOME_TIME = HOME_DAYS * 24 * 3_600_000

const getOldest = (now = Date.now()) => new Date(now - HOME_TIME).toISOString()
const isPicture = sql<boolean>`files.width is not null`

/** Whether a student's family sees what they choose, for that student or a tutor. Throws Refused, notFound, for anyone else. */
export async function isHomeOn(db: Database, reader: Account, studentId: number): Promise<boolean> {
  requireOwnOrTutor(reader, studentId)
  return (await findHomeFamily(db, studentId)) !== null
}

/** The same for a family's link and an export: when a tutor turned it on, or null. */
export async function findHomeFamily(db: Database, userId: number): Promise<{ turnedOnAt: string } | null> {
  const [family] = await readFamily(db, userId)
  return family ?? null
}
const readFamily = compileRead((db, userId: number) =>
  db.selectFrom('homeFamilies').select('turnedOnAt').where('userId', '=', userId),
)

/** Turns on or off what a student's family sees. Can be repeated. Throws what requireStudent throws. */
export async function switchHome(db: Database, tutor: Tutor, studentId: number, isOn: boolean): Promise<void> {
  await db.transaction().execute(async (change) => {
    const student = await requireStudentById(change, studentId)
    if ((await isHomeOn(change, tutor, studentId)) === isOn) return
    const row = { userId: studentId, nonce: randomUUID(), turnedOnAt: new Date().toISOString() }
    if (isOn) await change.insertInto('homeFamilies').values(row).execute()
    else await change.deleteFrom('homeFamilies').where('userId', '=', studentId).execute()
    const title = `${isOn ? 'on' : 'off'} for ${student.name}`
    await logHomeView(change, tutor, 'changed', { id: studentId, title, studentId })
  })
}
const logHomeView = createActivityLogger('home view')

/** SQL condition, for files: whether it is a student's own document, or a shared picture that they are in and may see. */
const isOwnFile = (userId: number) =>
  sql<boolean>`(files.album is not 'timetable' and (files.studentId = ${userId} or (files.isShared = 1 and ${isPicture}
    and ${isPictureVisible('file')} and exists (
      select 1 from peopleInPictures as own where own.fileId = files.id and own.userId = ${userId}))))`

/**
 * SQL condition, for files: whether a student can show it at home now. Of a picture, a tutor said who is in it, and they all said yes to
 * photos at home.
 */
const canBeAtHome = (userId: number) =>
  sql<boolean>`(${isOwnFile(userId)} and (not ${isPicture} or (files.whoIsIn = 'said' and not ${isPictureHidden('file', 'home')})))`

/** SQL condition, for shownAtHome with its file: whether the family sees it now. */
export const isSeenAtHome = (userId: number) => sql<boolean>`(shownAtHome.day is not null or ${canBeAtHome(userId)})`

const selectFile = (db: Database, fileId: number) =>
  db.selectFrom('files').select('files.id').where('files.id', '=', fileId)

/** What a student can do with a file; null if it can never be shown at home, or a tutor has not turned that on. */
export async function findFileChoice(db: Database, user: Account, fileId: number): Promise<HomeChoice | null> {
  if (user.role !== 'student' || !(await isHomeOn(db, user, user.id))) return null
  const shown = await selectShown(db, user.id).select('id').where('fileId', '=', fileId).executeTakeFirst()
  if (shown) return shown
  const file = selectFile(db, fileId).where(isOwnFile(user.id)).select(canBeAtHome(user.id).as('canShow'))
  const own = await file.executeTakeFirst()
  return own ? { id: null, canShow: Boolean(own.canShow) } : null
}

/** What a student can do with their day; null if it has no sessions, or a tutor has not turned that on. */
export async function findDayChoice(
  db: Database,
  user: Account,
  today: Pick<Awaited<ReturnType<typeof getDayOfStudent>>, 'day' | 'sessions'> | null,
): Promise<HomeChoice | null> {
  if (!today || !(await isHomeOn(db, user, user.id))) return null
  const shown = await selectShown(db, user.id).select('id').where('day', '=', today.day).executeTakeFirst()
  return shown ?? (today.sessions.some(({ isOff }) => !isOff) ? { id: null, canShow: true } : null)
}

/** What a student chose in the last 30 days. */
export const selectShown = (db: Database, userId: number) =>
  db.selectFrom('shownAtHome').where('userId', '=', userId).where('shownAt', '>', getOldest())

/**
 * Shows a file, or without one the sessions of today, to the student's family. Returns its id. Can be repeated. Throws Refused: notFound,
 * conflict if home is off, a picture can't be shown, or nothing is on today; and what countChange throws.
 */
export async function showAtHome(
  db: Database,
  student: Account,
  fileId: number | undefined,
  centre: Pick<Centre, 'phone'>,
): Promise<number> {
  if (student.role !== 'student') throw new Refused('forbidden', 'Only students choose what home sees.')
  const userId = student.id
  const sender = { table: 'users', id: userId } as const
  await countChange(db, sender, centre)
  return db.transaction().execute(async (change) => {
    if (!(await isHomeOn(change, student, userId)))
      throw new Refused('conflict', 'Your family cannot see this yet. Ask a tutor.')
    const { title, ...item } = fileId ? await readFile(change, student, fileId) : await readDay(change, student)
    const same = change.selectFrom('shownAtHome').select(['id', 'shownAt']).where('userId', '=', userId)
    const before = await same.where('fileId', 'is', item.fileId).where('day', 'is', item.day).executeTakeFirst()
    if (before && before.shownAt > getOldest()) {
      await uncountChange(change, sender)
      return before.id
    }
    if (before) await change.deleteFrom('shownAtHome').where('id', '=', before.id).execute()
    const row = { ...item, userId, shownAt: new Date().toISOString(), nonce: randomUUID() }
    const { id } = await change.insertInto('shownAtHome').values(row).returning('id').executeTakeFirstOrThrow()
    await logItem(change, student, 'added', { id, title, studentId: userId })
    return id
  })
}

async function readFile(change: Database, student: Account, fileId: number) {
  const visible = selectFilesFor(change, student).select(['files.id', 'title']).where('files.id', '=', fileId)
  const { title } = orNotFound(await visible.executeTakeFirst())
  if (!(await selectFile(change, fileId).where(isOwnFile(student.id)).executeTakeFirst()))
    throw new Refused('conflict', 'You can only show what is yours, or a photo of you.')
  if (!(await selectFile(change, fileId).where(canBeAtHome(student.id)).executeTakeFirst()))
    throw new Refused('conflict', 'We cannot show this picture at home. Ask a tutor.')
  return { fileId, day: null, sessions: null, title }
}

async function readDay(change: Database, student: Account) {
  const { day, sessions } = await getDayOfStudent(change, student)
  const held = sessions.filter(({ isOff }) => !isOff)
  if (held.length === 0) throw new Refused('conflict', 'Nothing is on today.')
  const shown = held.map(({ from, to, activity }): HomeSession => ({ from, to, activity }))
  return { fileId: null, day, sessions: JSON.stringify(shown), title: formatDayTitle(day) }
}

const formatDayTitle = (day: string) => `My day, ${formatDate(day)}`

/**
 * Takes something back, for its student or a tutor. The family no longer sees it at once. Returns whether it was shown, so that a
 * second press does nothing.
 */
export async function takeBackFromHome(db: Database, actor: Account, studentId: number, id: number): Promise<boolean> {
  if (actor.role !== 'tutor' && actor.id !== studentId)
    throw new Refused('forbidden', 'You can only take back what is yours.')
  const isRemoved = await db.transaction().execute(async (change) => {
    const item = await selectItems(change, studentId).where('shownAtHome.id', '=', id).executeTakeFirst()
    if (!item) return false
    await change.deleteFrom('shownAtHome').where('id', '=', id).execute()
    await logItem(change, actor, 'took back', { id, title: toHomeItem(item).title, studentId })
    return true
  })
  // Retention rewrites the database within the hour: a student could trigger that work with each press.
  if (isRemoved) recordErasure(db)
  return isRemoved
}

const logItem = (
  change: Database,
  actor: Account,
  action: 'added' | 'took back',
  { id, ...line }: { id: number; title: string; studentId: number },
) => logRepeatable(change, actor, { action, noun: 'item at home', recordId: id, ...line })

function selectItems(db: Database, userId: number) {
  return db
    .selectFrom('shownAtHome')
    .leftJoin('files', 'files.id', 'shownAtHome.fileId')
    .select(['shownAtHome.id', 'day', 'title', 'files.width', 'shownAt', isSeenAtHome(userId).as('isSeen')])
    .where('userId', '=', userId)
    .where('shownAt', '>', getOldest())
}

type ItemRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectItems>['executeTakeFirst']>>>

const toHomeItem = ({ id, day, title, width, shownAt, isSeen }: ItemRow): HomeItem => ({
  id,
  kind: day ? 'day' : width ? 'picture' : 'file',
  title: day ? formatDayTitle(day) : (title ?? ''),
  shownAt,
  isHidden: !isSeen,
})

const ITEMS_PER_PAGE = 10

/** One page of what a student shows at home, newest first, for that student or a tutor. Throws Refused, notFound, for anyone else. */
export async function paginateHomeItems(
  db: Database,
  reader: Account,
  studentId: number,
  page: number,
): Promise<Page<HomeItem>> {
  requireOwnOrTutor(reader, studentId)
  const items = selectItems(db, studentId).orderBy('shownAt', 'desc').orderBy('shownAtHome.id', 'desc')
  const found = await countRows(selectShown(db, studentId))
  return mapPage(await paginate(items, page, { found, perPage: ITEMS_PER_PAGE }), toHomeItem)
}

/** What a student shows at home, for an export of their data. */
export async function listOwnItemsAtHome(db: Database, userId: number) {
  const items = db.selectFrom('shownAtHome').select(['fileId', 'day', 'sessions', 'shownAt'])
  const own = await items.where('userId', '=', userId).orderBy('id').execute()
  return own.map((item) => ({ ...item, sessions: item.sessions && JSON.parse(item.sessions) }))
}

/** Removes what families have not seen for 30 days. Returns the number removed. */
export async function removeOldFromHome(db: Database, now: number): Promise<number> {
  const old = db.deleteFrom('shownAtHome').where('shownAt', '<=', getOldest(now))
  const removed = await old.returning('id').execute()
  if (removed.length > 0) recordErasure(db)
  return removed.length
}

const NO_ITEM = 'Please say what you mean.'
const itemId = z.coerce.number(NO_ITEM).int(NO_ITEM).positive(NO_ITEM)

/** What a student shows at home: one of their files or pictures, or without one, their day. */
export const newHomeItem = z.object({
  file: itemId.optional().describe('The id of a file. Without it, the sessions of today are shown.'),
})

/** 'Take back', or 'Undo' in the message after 'Show at home'. */
export const homeItemRemoval = z.object({ item: itemId })
