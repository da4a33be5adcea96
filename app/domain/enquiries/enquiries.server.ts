import { sql } from 'kysely'
import type { Actor } from '~/domain/accounts/account'
import { note } from '~/domain/activity/activity.server'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { sweepOutbox } from '~/domain/deliveries/outbox.server'
import { countOf, mapPage, type Page, pageOf } from '~/domain/page.server'
import { found } from '~/domain/refused'
import { erasing } from '~db/erase'
import type { Bit, Database, Row, Verb } from '~db/schema'
import type { NewEnquiry } from './schema'
import { subjectNames } from './subjects'

/** An enquiry as tutors read it. */
export interface Enquiry extends Pick<Row<'enquiries'>, 'id' | 'name' | 'email' | 'phone' | 'subject' | 'message'> {
  createdAt: string
  /** Kept apart as spam. */
  isSpam: boolean
  answeredAt: string | null
  /** The name of whoever marked it as answered. */
  answeredBy: string | null
  /** The latest mail to the office about it; null when there was none. */
  mail: Pick<Row<'deliveries'>, 'state' | 'attempts' | 'reason' | 'settledAt'> | null
}

/** How many enquiries are open, answered, and spam. */
export type EnquiryCounts = Record<'open' | 'answered' | 'spam', number>

/** How many enquiries a page of the list shows. */
export const ENQUIRIES_A_PAGE = 20

/**
 * Stores an enquiry and queues the mail to the office. Spam is stored and marked; it is mailed only once a tutor says that it is
 * real. Returns its id.
 */
export async function addEnquiry(
  db: Database,
  enquiry: NewEnquiry,
  { isSpam, officeEmail }: { isSpam: boolean; officeEmail: string },
): Promise<number> {
  return db.transaction().execute(async (change) => {
    const { id } = await change
      .insertInto('enquiries')
      .values({ ...enquiry, suspected: isSpam ? 1 : 0, createdAt: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!isSpam) await queueMail(change, { kind: 'enquiry', email: officeEmail, enquiryId: id })
    return id
  })
}

/** One page (from 1) of the enquiries, or of the spam, with how many there are of each kind: open ones first, then the newest first. */
export async function pageOfEnquiries(
  db: Database,
  { isSpam, page = 1 }: { isSpam: boolean; page?: number },
): Promise<Page<Enquiry> & { counts: EnquiryCounts }> {
  const enquiries = db
    .selectFrom('enquiries')
    .leftJoin('users', 'users.id', 'enquiries.answeredBy')
    .leftJoin('deliveries', (join) =>
      join.on('deliveries.id', '=', ({ selectFrom }) =>
        selectFrom('deliveries as latest')
          .select(({ fn }) => fn.max('latest.id').as('id'))
          .whereRef('latest.enquiryId', '=', 'enquiries.id'),
      ),
    )
    .selectAll('enquiries')
    .select(['firstName', 'lastName', 'deliveries.state', 'attempts', 'reason', 'settledAt'])
    .where('suspected', '=', isSpam ? 1 : 0)
    .orderBy(isAnswered)
    .orderBy('enquiries.createdAt', 'desc')
    .orderBy('enquiries.id', 'desc')
  const counts = await countEnquiries(db)
  const found = isSpam ? counts.spam : counts.open + counts.answered
  const shown = await pageOf(enquiries, page, { perPage: ENQUIRIES_A_PAGE, found })
  const told = mapPage(shown, ({ firstName, lastName, state, attempts, reason, settledAt, suspected, ...enquiry }) => ({
    ...enquiry,
    isSpam: suspected === 1,
    answeredBy: firstName ? `${firstName} ${lastName}` : null,
    mail: state ? { state, attempts: attempts ?? 0, reason, settledAt } : null,
  }))
  return { ...told, counts }
}

/** How many enquiries there are of each kind. */
export async function countEnquiries(db: Database): Promise<EnquiryCounts> {
  const those = (suspected: Bit) => db.selectFrom('enquiries').where('suspected', '=', suspected)
  return {
    open: await countOf(those(0).where(isAnswered, '=', 0)),
    answered: await countOf(those(0).where(isAnswered, '=', 1)),
    spam: await countOf(those(1)),
  }
}

/** As the index of migration 013 has it. */
const isAnswered = sql<Bit>`(answeredAt is not null)`

/** An enquiry's author, and whether it is spam. */
export type EnquirySummary = Pick<Enquiry, 'name' | 'isSpam'>

/** One enquiry's summary, or null. */
export async function findEnquiry(db: Database, id: number): Promise<EnquirySummary | null> {
  const row = await db.selectFrom('enquiries').select(['name', 'suspected']).where('id', '=', id).executeTakeFirst()
  return row ? { name: row.name, isSpam: row.suspected === 1 } : null
}

/** Removes an enquiry for good, with its deliveries and their mails in the `outbox` folder. Returns the removed summary. Throws Refused, 404. */
export async function removeEnquiry(db: Database, outbox: string, tutor: Actor, id: number): Promise<EnquirySummary> {
  const { name, suspected } = await erasing(db, async (change) => {
    const enquiry = found(await change.deleteFrom('enquiries').where('id', '=', id).returningAll().executeTakeFirst())
    await noteEnquiry(change, tutor, 'deleted', enquiry)
    return enquiry
  })
  await sweepOutbox(db, outbox)
  return { name, isSpam: suspected === 1 }
}

/** Marks an enquiry as answered, or as not answered yet. Throws Refused, 404. */
export async function setAnswered(
  db: Database,
  tutor: Actor & { id: number },
  id: number,
  answered: boolean,
): Promise<void> {
  await withEnquiry(db, tutor, id, answered ? 'answered' : 'reopened', async (change) => {
    const mark = answered ? { answeredAt: new Date().toISOString(), answeredBy: tutor.id } : notAnswered
    await change.updateTable('enquiries').set(mark).where('id', '=', id).execute()
  })
}

const notAnswered = { answeredAt: null, answeredBy: null }

/** 'This is a real enquiry': moves it among the others, and mails it to the office unless that was done. Throws Refused, 404. */
export async function markReal(db: Database, tutor: Actor, id: number, officeEmail: string): Promise<void> {
  await withEnquiry(db, tutor, id, 'marked as real', async (change) => {
    await change.updateTable('enquiries').set({ suspected: 0 }).where('id', '=', id).execute()
    if ((await lastMail(change, id)) === undefined)
      await queueMail(change, { kind: 'enquiry', email: officeEmail, enquiryId: id })
  })
}

/** 'This is spam': moves it apart; a mail not yet tried is not sent. Throws Refused, 404. */
export async function markSpam(db: Database, tutor: Actor, id: number): Promise<void> {
  await withEnquiry(db, tutor, id, 'marked as spam', async (change) => {
    await change.updateTable('enquiries').set({ suspected: 1 }).where('id', '=', id).execute()
    await change.deleteFrom('deliveries').where('enquiryId', '=', id).where('state', '=', 'pending').execute()
  })
}

/** 'Send it again': mails an enquiry to the office once more, unless one is queued or sent, or it is spam. Throws Refused, 404. */
export async function mailAgain(db: Database, tutor: Actor, id: number, officeEmail: string): Promise<void> {
  await withEnquiry(db, tutor, id, 'sent again', async (change, { suspected }) => {
    const state = (await lastMail(change, id))?.state
    const isOnItsWay = state === 'pending' || state === 'sending' || state === 'sent'
    if (suspected || isOnItsWay) return NOTHING_DONE
    return queueMail(change, { kind: 'enquiry', email: officeEmail, enquiryId: id })
  })
}

async function lastMail(change: Database, enquiryId: number) {
  return change
    .selectFrom('deliveries')
    .select('state')
    .where('enquiryId', '=', enquiryId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Returned by a deed that changed nothing, so that nothing is logged. */
const NOTHING_DONE = 'nothing done'

/** Runs `deed` on an enquiry and logs it. Throws Refused, 404. */
async function withEnquiry(
  db: Database,
  tutor: Actor,
  id: number,
  action: Verb,
  deed: (change: Database, enquiry: Row<'enquiries'>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (change) => {
    const enquiry = found(await change.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirst())
    if ((await deed(change, enquiry)) !== NOTHING_DONE) await noteEnquiry(change, tutor, action, enquiry)
  })
}

/** The log names an enquiry by its subject, never by its author. */
async function noteEnquiry(
  change: Database,
  tutor: Actor,
  action: Verb,
  { id, subject }: Pick<Row<'enquiries'>, 'id' | 'subject'>,
): Promise<void> {
  const title = subjectNames[subject]
  await note(change, tutor, { action, noun: 'enquiry', recordId: id, title, studentId: null })
}
