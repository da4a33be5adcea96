import { sql } from 'kysely'
import { accountColumns, getListNames, type Tutor } from '~/domain/accounts/account'
import { getPageBounds, type Page } from '~/domain/page.server'
import { orNotFound, Refused } from '~/domain/refused'
import type { Database } from '~db/schema'
import { type ConsentPicture, findConsentPicture, logPicture, withoutPlace } from './pictures.server'
import { hasNoYes, requireYes } from './visibility.server'

export function listPrints(db: Database, userId: number) {
  const prints = db.selectFrom('printedPictures').select(['picture', 'what', 'printedAt']).where('userId', '=', userId)
  return prints.orderBy('id').execute()
}

/**
 * Records that a picture was printed, for each person in it, and returns it. Throws Refused: notFound, or invalid if it is unmarked or a
 * person has not said yes.
 */
export async function addPrint(
  db: Database,
  tutor: Tutor,
  { kind, id }: Pick<ConsentPicture, 'kind' | 'id'>,
  { what }: { what: string },
): Promise<ConsentPicture> {
  return db.transaction().execute(async (change) => {
    const picture = orNotFound(await findConsentPicture(change, tutor, kind, id))
    const { title, studentIds, isMarked } = picture
    if (!isMarked) throw new Refused('invalid', 'Please say who is in this picture first.', { field: 'what' })
    await requireYes(change, studentIds, 'print', { field: 'what' })
    const row = { picture: title, what, printedAt: new Date().toISOString(), byId: tutor.id }
    const rows = studentIds.map((userId) => ({ ...row, userId }))
    if (rows.length > 0) await change.insertInto('printedPictures').values(rows).execute()
    await logPicture(change, tutor, 'printed', { id, title })
    return withoutPlace(picture)
  })
}

/** A print or mail that shows a person without a valid yes and can't be taken back. */
export interface PastUse {
  studentId: number
  name: string
  /** What was printed, or the newsletter's title. */
  what: string
  picture: string
  at: string
  /** The number of addresses that it was mailed to; null for print. */
  mails: number | null
}

async function listPastUses(db: Database): Promise<Omit<PastUse, 'name'>[]> {
  const printed = await sql<Omit<PastUse, 'name'>>`
    select userId as studentId, what, picture, printedAt as at, null as mails from printedPictures
      where ${hasNoYes(sql.ref('printedPictures.userId'), 'print')}`.execute(db)
  const mailed = await sql<Omit<PastUse, 'name'>>`
    select who.userId as studentId, newsletters.title as what, attached.title as picture, sentAt as at,
      (select count(*) from deliveries where deliveries.newsletterId = newsletters.id and deliveries.kind = 'newsletter'
        and state in ('sent', 'uncertain')) as mails
      from peopleInPictures as who
      join newsletterAttachments as attached on attached.id = who.attachmentId
      join newsletters on newsletters.id = attached.newsletterId
      where newsletters.status = 'sent' and ${hasNoYes(sql.ref('who.userId'), 'newsletter')}`.execute(db)
  return [...printed.rows, ...mailed.rows].sort((one, other) => (one.at < other.at ? 1 : -1))
}

const PAST_USES_PER_PAGE = 8

export const countPastUses = async (db: Database, _tutor: Tutor): Promise<number> => (await listPastUses(db)).length

/** One page of prints and mails that can't be taken back, newest first. */
export async function paginatePastUses(db: Database, _tutor: Tutor, requested: number): Promise<Page<PastUse>> {
  const all = await listPastUses(db)
  const { start, ...place } = getPageBounds(all.length, requested, PAST_USES_PER_PAGE)
  const students = await db.selectFrom('users').select(accountColumns).where('role', '=', 'student').execute()
  const names = getListNames(students)
  const items = all.slice(start, start + PAST_USES_PER_PAGE)
  return { ...place, items: items.map((row) => ({ ...row, name: names.get(row.studentId) ?? '' })) }
}
