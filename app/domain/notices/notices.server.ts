import type { Account, Tutor } from '~/domain/accounts/account'
import { logFor } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type InWords } from '~/domain/change.server'
import { type CursorPage, type CursorRequest, cursorPageOf, FIRST_PAGE } from '~/domain/cursor-page.server'
import { isoDay, today } from '~/domain/events/days'
import { type Page, pageOf } from '~/domain/page.server'
import { orNotFound } from '~/domain/refused'
import { erasing } from '~db/erase'
import type { Database, Row } from '~db/schema'
import { type NewNotice, newNotice } from './notice-schema'

const logNotice = logFor('notice')

/** A short notice for everyone, shown until its last day. */
export type Notice = Row<'notices'>

/** A notice's fields with labels, for the notice of a conflict. */
export const noticeInWords: InWords<NewNotice> = [
  { label: 'Title', of: ({ title }) => title },
  { label: 'Text', of: ({ text }) => text },
  { label: 'Until', of: ({ until }) => until },
]

/** How many notices a page shows; with more at a time nobody reads them. */
const NOTICES_A_PAGE = 5

const notices = (db: Database) =>
  db.selectFrom('notices').selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc')
const lasting = (db: Database) => notices(db).where('until', '>=', isoDay(today()))

/** One page of the notices that last, the newest first. Everyone with an account may read them. */
export async function pageOfNotices(db: Database, page: number): Promise<Page<Notice>> {
  return pageOf(lasting(db), page, { perPage: NOTICES_A_PAGE })
}

/** One page of the notices that are over, the newest first, for tutors. */
export async function pageOfPastNotices(db: Database, page: number): Promise<Page<Notice>> {
  return pageOf(notices(db).where('until', '<', isoDay(today())), page, { perPage: NOTICES_A_PAGE })
}

/** One part of the notices, the newest first: those that last, and for tutors those that are over too. */
export async function listNotices(
  db: Database,
  user: Account,
  asked: CursorRequest = FIRST_PAGE,
): Promise<CursorPage<Notice>> {
  return cursorPageOf(user.role === 'tutor' ? notices(db) : lasting(db), asked, {
    by: 'createdAt',
    direction: 'desc',
    cursorOf: ({ createdAt, id }) => [createdAt, id],
  })
}

/** One notice, or null. */
export async function findNotice(db: Database, id: number): Promise<Notice | null> {
  return (await db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Adds a notice and returns its record. */
export async function addNotice(db: Database, tutor: Tutor, notice: NewNotice): Promise<Notice> {
  return db.transaction().execute(async (change) => {
    const insert = change.insertInto('notices').values({ ...notice, createdAt: new Date().toISOString() })
    const added = await insert.returningAll().executeTakeFirstOrThrow()
    await logNotice(change, tutor, 'added', added)
    return added
  })
}

/** Changes a notice and returns its record. Throws Refused, 404, and what merged throws. */
export async function changeNotice(db: Database, tutor: Tutor, id: number, change: Change<NewNotice>): Promise<Notice> {
  return db.transaction().execute(async (transaction) => {
    const before = orNotFound(await findNotice(transaction, id))
    const notice = await applyPatch(transaction, 'notice', before, change, newNotice)
    const update = transaction.updateTable('notices').set({ ...notice, version: before.version + 1 })
    const changed = await update.where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    await logNotice(transaction, tutor, 'changed', changed)
    return changed
  })
}

/** Removes a notice and returns the removed record. Throws Refused, 404. */
export async function removeNotice(db: Database, tutor: Tutor, id: number): Promise<Notice> {
  return erasing(db, async (change) => {
    const removed = orNotFound(
      await change.deleteFrom('notices').where('id', '=', id).returningAll().executeTakeFirst(),
    )
    await logNotice(change, tutor, 'deleted', removed)
    return removed
  })
}
