import { sql } from 'kysely'
import { formatFullName, type Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { queueMail } from '~/domain/deliveries/deliveries.server'
import { sweepOutbox } from '~/domain/deliveries/outbox.server'
import {
  countRows,
  findIdsContaining,
  mapPage,
  NEWEST_FIRST,
  type Page,
  paginate,
  paginateIds,
} from '~/domain/page.server'
import { orNotFound } from '~/domain/refused'
import { eraseWithin } from '~db/erase'
import { compileRead } from '~db/open'
import type { Bit, Database, Row, Verb } from '~db/schema'
import { enquirySubjectNames } from './enquiries'
import type { NewEnquiry } from './schema'

export interface Enquiry extends Pick<Row<'enquiries'>, 'id' | 'name' | 'email' | 'phone' | 'subject' | 'message'> {
  createdAt: string
  /** Shown separately as spam. */
  isSpam: boolean
  answeredAt: string | null
  /** The name of the tutor who marked it as answered. */
  answeredBy: string | null
  /** The latest mail about it to the office; null if there is none. */
  mail: Pick<Row<'deliveries'>, 'state' | 'attempts' | 'reason' | 'settledAt'> | null
}

export type EnquiryCounts = Record<'open' | 'answered' | 'spam', number>

/** Saves an enquiry and queues a mail to the office, unless it is spam. Returns its id. */
export async function addEnquiry(
  db: Database,
  enquiry: NewEnquiry,
  { isSpam, officeEmail }: { isSpam: boolean; officeEmail: string },
): Promise<number> {
  return db.transaction().execute(async (change) => {
    const row = { ...enquiry, suspected: (isSpam ? 1 : 0) as Bit, createdAt: new Date().toISOString() }
    const insert = change.insertInto('enquiries').values(row).returning('id')
    const { id } = await insert.executeTakeFirstOrThrow()
    if (!isSpam) await queueMail(change, { kind: 'enquiry', email: officeEmail, enquiryId: id })
    return id
  })
}

/** One page of the enquiries, or of the spam, that contain `text`: open ones first, then newest first, with all counts. */
export async function paginateEnquiries(
  db: Database,
  tutor: Tutor,
  { isSpam, text = '', page = 1 }: { isSpam: boolean; text?: string; page?: number },
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
  const counts = await countEnquiries(db, tutor)
  const read = (ids: number[]) => enquiries.clearOrderBy().clearWhere().where('enquiries.id', 'in', ids).execute()
  const shown = text.trim()
    ? await paginateIds(await searchEnquiryIds(db, text, isSpam), page, read)
    : await paginate(enquiries, page, { found: isSpam ? counts.spam : counts.open + counts.answered })
  const toEnquiry = ({ firstName, lastName, suspected, ...row }: (typeof shown.items)[number]) => {
    const { state, attempts, reason, settledAt, ...enquiry } = row
    const mail = state ? { state, attempts: attempts ?? 0, reason, settledAt } : null
    return {
      ...enquiry,
      isSpam: suspected === 1,
      answeredBy: firstName ? formatFullName({ firstName, lastName: lastName ?? '' }) : null,
      mail,
    }
  }
  return { ...mapPage(shown, toEnquiry), counts }
}

async function searchEnquiryIds(db: Database, text: string, isSpam: boolean): Promise<number[]> {
  const enquiries = db.selectFrom('enquiries').select(['id', 'name', 'email', 'phone', 'message', 'createdAt'])
  const search = (answered: Bit) =>
    findIdsContaining(
      enquiries.where('suspected', '=', isSpam ? 1 : 0).where(isAnswered, '=', answered),
      NEWEST_FIRST,
      {
        text,
        getText: ({ name, email, phone, message }) => [name, email, phone, message].join('\n'),
      },
    )
  return [...(await search(0)), ...(await search(1))]
}

export async function countEnquiries(db: Database, _tutor: Tutor): Promise<EnquiryCounts> {
  const selectBySpam = (suspected: Bit) => db.selectFrom('enquiries').where('suspected', '=', suspected)
  return {
    open: await countRows(selectBySpam(0).where(isAnswered, '=', 0)),
    answered: await countRows(selectBySpam(0).where(isAnswered, '=', 1)),
    spam: await countRows(selectBySpam(1)),
  }
}

export async function countOpenEnquiries(db: Database, _tutor: Tutor): Promise<number> {
  return (await countOpen(db))[0]?.found ?? 0
}

/** The same expression as the index of migration 013. */
const isAnswered = sql<Bit>`(answeredAt is not null)`
const countOpen = compileRead((db) =>
  db
    .selectFrom('enquiries')
    .where('suspected', '=', 0)
    .where(isAnswered, '=', 0)
    .select(({ fn }) => fn.countAll<number>().as('found')),
)

export type EnquirySummary = Pick<Enquiry, 'name' | 'isSpam'>

export async function findEnquiry(db: Database, _tutor: Tutor, id: number): Promise<EnquirySummary | null> {
  const row = await db.selectFrom('enquiries').select(['name', 'suspected']).where('id', '=', id).executeTakeFirst()
  return row ? { name: row.name, isSpam: row.suspected === 1 } : null
}

/** Deletes an enquiry with its deliveries and their mails in the `outbox` folder. Returns its summary. Throws Refused, notFound. */
export async function removeEnquiry(db: Database, outbox: string, tutor: Tutor, id: number): Promise<EnquirySummary> {
  const { name, suspected } = await eraseWithin(db, async (change) => {
    const enquiry = orNotFound(
      await change.deleteFrom('enquiries').where('id', '=', id).returningAll().executeTakeFirst(),
    )
    await logEnquiry(change, tutor, 'deleted', enquiry)
    return enquiry
  })
  await sweepOutbox(db, outbox)
  return { name, isSpam: suspected === 1 }
}

/** Marks an enquiry as answered or not answered. Throws Refused, notFound. */
export async function setAnswered(db: Database, tutor: Tutor, id: number, answered: boolean): Promise<void> {
  await changeEnquiry(db, tutor, id, answered ? 'answered' : 'reopened', async (change) => {
    const mark = answered ? { answeredAt: new Date().toISOString(), answeredBy: tutor.id } : notAnswered
    await change.updateTable('enquiries').set(mark).where('id', '=', id).execute()
  })
}

const notAnswered = { answeredAt: null, answeredBy: null }

/** Moves an enquiry out of spam, and mails it to the office if that has not been done. Throws Refused, notFound. */
export async function markEnquiryReal(db: Database, tutor: Tutor, id: number, officeEmail: string): Promise<void> {
  await changeEnquiry(db, tutor, id, 'marked as real', async (change) => {
    await change.updateTable('enquiries').set({ suspected: 0 }).where('id', '=', id).execute()
    if ((await findLastMail(change, id)) === undefined)
      await queueMail(change, { kind: 'enquiry', email: officeEmail, enquiryId: id })
  })
}

/** Moves an enquiry to spam; its mail is not sent if it has not been tried. Throws Refused, notFound. */
export async function markEnquirySpam(db: Database, tutor: Tutor, id: number): Promise<void> {
  await changeEnquiry(db, tutor, id, 'marked as spam', async (change) => {
    await change.updateTable('enquiries').set({ suspected: 1 }).where('id', '=', id).execute()
    await change.deleteFrom('deliveries').where('enquiryId', '=', id).where('state', '=', 'pending').execute()
  })
}

/** Mails an enquiry to the office again, unless it is spam or a mail is queued or sent. Throws Refused, notFound. */
export async function mailEnquiryAgain(db: Database, tutor: Tutor, id: number, officeEmail: string): Promise<void> {
  await changeEnquiry(db, tutor, id, 'sent again', async (change, { suspected }) => {
    const state = (await findLastMail(change, id))?.state
    const isOnItsWay = state === 'pending' || state === 'sending' || state === 'sent'
    if (suspected || isOnItsWay) return NOTHING_DONE
    return queueMail(change, { kind: 'enquiry', email: officeEmail, enquiryId: id })
  })
}

async function findLastMail(change: Database, enquiryId: number) {
  const mails = change.selectFrom('deliveries').select('state').where('enquiryId', '=', enquiryId)
  return mails.orderBy('id', 'desc').executeTakeFirst()
}

const NOTHING_DONE = 'nothing done'

async function changeEnquiry(
  db: Database,
  tutor: Tutor,
  id: number,
  action: Verb,
  run: (change: Database, enquiry: Row<'enquiries'>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (change) => {
    const enquiry = orNotFound(await change.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirst())
    if ((await run(change, enquiry)) !== NOTHING_DONE) await logEnquiry(change, tutor, action, enquiry)
  })
}

/** The log names an enquiry by its subject, never by its author. */
async function logEnquiry(
  change: Database,
  tutor: Tutor,
  action: Verb,
  { id, subject }: Pick<Row<'enquiries'>, 'id' | 'subject'>,
): Promise<void> {
  const title = enquirySubjectNames[subject]
  await logActivity(change, tutor, { action, noun: 'enquiry', recordId: id, title })
}
