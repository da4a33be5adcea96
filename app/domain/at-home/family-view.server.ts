import type { FileHandle } from 'node:fs/promises'
import { findFamilyLink } from '~/domain/absences/family-links.server'
import { createNameFinder } from '~/domain/accounts/account'
import { type FileType, isImage, kinds, type SmallWidth } from '~/domain/files/kinds'
import { openRow, openStored } from '~/domain/files/store.server'
import { countRows, mapPage, type Page, paginate } from '~/domain/page.server'
import { getDublinClock } from '~/domain/week/day'
import { roles } from '~db/choices'
import type { Database } from '~db/schema'
import type { HomeSession } from './at-home'
import { findHomeFamily, isSeenAtHome, selectShown } from './at-home.server'

/** What a family sees of an item: no title, description or file name, because they may name others. */
export interface FamilyItem {
  id: number
  /** The day in Dublin on which the student chose it, or of the sessions. */
  day: string
  sessions: HomeSession[] | null
  file: { fileType: string; size: number; width: number | null; height: number | null } | null
}

/** What a family's link shows of home: null if it is unknown, or a tutor has not turned that on. Read-only. */
async function findHomeHolder(db: Database, token: string) {
  const holder = await findFamilyLink(db, token)
  return holder && (await findHomeFamily(db, holder.student.id)) ? holder.student : null
}

/** The items that a family sees now. Each request checks them again. */
function selectSeenItems(db: Database, userId: number) {
  return selectShown(db, userId).leftJoin('files', 'files.id', 'shownAtHome.fileId').where(isSeenAtHome(userId))
}

/** How many items a family sees; null if home is off. */
export async function countFamilyItems(db: Database, token: string): Promise<number | null> {
  const student = await findHomeHolder(db, token)
  return student ? countRows(selectSeenItems(db, student.id)) : null
}

const ITEMS_PER_PAGE = 4

/** One page of what a student shows their family, newest first; null if the link is unknown or home is off. */
export async function openFamilyView(
  db: Database,
  token: string,
  page: number,
): Promise<{ firstName: string; items: Page<FamilyItem> } | null> {
  const student = await findHomeHolder(db, token)
  if (!student) return null
  const seen = selectSeenItems(db, student.id)
  const rows = seen
    .select(['shownAtHome.id', 'day', 'sessions', 'shownAt', 'fileType', 'size', 'width', 'height'])
    .orderBy('shownAt', 'desc')
    .orderBy('shownAtHome.id', 'desc')
  const isNamed = await createOthersFinder(db, student.id)
  const toFamilyItem = ({
    id,
    day,
    sessions,
    shownAt,
    fileType,
    size,
    ...rest
  }: Awaited<ReturnType<typeof rows.executeTakeFirstOrThrow>>): FamilyItem => ({
    id,
    day: day ?? getDublinClock(new Date(shownAt)).day,
    sessions: sessions ? hideNames(JSON.parse(sessions), isNamed) : null,
    file: fileType && size ? { fileType, size, ...rest } : null,
  })
  const found = await countRows(seen)
  const items = mapPage(await paginate(rows, page, { found, perPage: ITEMS_PER_PAGE }), toFamilyItem)
  return { firstName: student.firstName, items }
}

/** A predicate for texts that name someone else with an account. */
async function createOthersFinder(db: Database, userId: number): Promise<(text: string) => boolean> {
  const people = db
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('role', 'in', roles)
    .where('id', '<>', userId)
  const rows = await people.where('erasedAt', 'is', null).execute()
  return createNameFinder(rows.flatMap(({ firstName, lastName }) => [firstName, lastName]))
}

/** Replaces an activity that names another person, such as 'Shopping with Mary'. */
const hideNames = (sessions: HomeSession[], isNamed: (text: string) => boolean): HomeSession[] =>
  sessions.map((session) => (isNamed(session.activity) ? { ...session, activity: 'An activity' } : session))

/** Opens a file that a family sees now, or returns null. A document gets a file name without its title. The caller closes it. */
export async function openFamilyFile(
  db: Database,
  uploads: string,
  token: string,
  id: number,
  width?: SmallWidth,
): Promise<{ handle: FileHandle; fileType: string; fileName?: string } | null> {
  const student = await findHomeHolder(db, token)
  if (!student) return null
  const item = selectSeenItems(db, student.id)
    .where('shownAtHome.id', '=', id)
    .where('shownAtHome.fileId', 'is not', null)
  const row = item.select(['fileType', 'storageKey', 'size', 'shownAt']).$narrowType<{
    fileType: string
    storageKey: string
    size: number
  }>()
  return openRow(uploads, row, async ({ fileType, shownAt, ...stored }) => {
    const handle = await openStored(uploads, stored, isImage(fileType) ? width : undefined)
    if (isImage(fileType)) return { handle, fileType }
    const { day } = getDublinClock(new Date(shownAt))
    return { handle, fileType, fileName: `${student.firstName} ${day}.${kinds[fileType as FileType].extensions[0]}` }
  })
}
