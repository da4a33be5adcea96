import { type Actor, accountColumns, type Tutor, website } from '~/domain/accounts/account'
import { listPeopleInPicture, requireYes } from '~/domain/consent/visibility.server'
import { queueMail, queueNewsletter, selectAudience, withdrawNewsletter } from '~/domain/deliveries/deliveries.server'
import { findPausedSince } from '~/domain/deliveries/sending.server'
import { type Running, startJob } from '~/domain/job.server'
import { countRows } from '~/domain/page.server'
import { orNotFound, Refused } from '~/domain/refused'
import { log } from '~/log.server'
import type { Audience } from '~db/choices'
import type { Database, Row } from '~db/schema'
import { logNewsletter, requireDraft } from './draft.server'
import { type Newsletter, readNewsletter } from './newsletters.server'

/** How many people each audience has, for a tutor. */
export const countReaders = (db: Database, _tutor: Tutor): Promise<Record<Audience, number>> => countAudiences(db)

async function countAudiences(db: Database): Promise<Record<Audience, number>> {
  return {
    all: await countRows(selectAudience(db, 'all')),
    guardians: await countRows(selectAudience(db, 'guardians')),
  }
}

/** Runs `work` in a transaction on the newsletter `id`, which `find` finds or rejects, and returns the updated newsletter. */
function updateNewsletter<Found>(
  db: Database,
  id: number,
  find: (change: Database, id: number) => Promise<Found>,
  work: (change: Database, found: Found) => Promise<unknown>,
): Promise<Newsletter> {
  return db.transaction().execute(async (change) => {
    await work(change, await find(change, id))
    return orNotFound(await readNewsletter(change, id))
  })
}

/**
 * Sends the draft `id`; its emails go out after `holdSeconds`. Throws what requireDraft throws, and Refused, conflict, if it has no
 * readers.
 */
export function sendNewsletter(db: Database, tutor: Tutor, id: number, options: SendOptions): Promise<Newsletter> {
  return updateNewsletter(db, id, requireDraft, async (change, draft) => {
    await requirePhotoPermissions(change, id)
    await markSentAndQueue(change, tutor, draft, options)
  })
}

/** Throws Refused, conflict, if a person in the pictures of the newsletter `id` has not given permission for newsletters. */
async function requirePhotoPermissions(change: Database, id: number): Promise<void> {
  const pictures = change.selectFrom('newsletterAttachments').select('id').where('newsletterId', '=', id)
  const people = new Set<number>()
  for (const { id } of await pictures.execute())
    for (const person of await listPeopleInPicture(change, 'newsletter', id)) people.add(person)
  await requireYes(change, [...people], 'newsletter', { kind: 'conflict' })
}

interface SendOptions {
  audience: Audience
  holdSeconds: number
}

/** Marks a draft as sent and queues its emails, in the caller's transaction. Throws Refused, conflict, if it has no readers. */
async function markSentAndQueue(
  change: Database,
  by: Actor,
  { id, title }: Row<'newsletters'>,
  { audience, holdSeconds }: SendOptions,
): Promise<void> {
  const now = Date.now()
  const goesOutAt = new Date(now + holdSeconds * 1000).toISOString()
  const sending = {
    status: 'sent',
    audience,
    sentAt: new Date(now).toISOString(),
    goesOutAt,
    ...NOT_SCHEDULED,
  } as const
  await change.updateTable('newsletters').set(sending).where('id', '=', id).execute()
  const readers = await queueNewsletter(change, { newsletterId: id, audience, dueAt: goesOutAt })
  if (readers === 0) throw new Refused('conflict', NO_READERS[audience])
  await logNewsletter(change, by, 'sent', { id, title })
}

const NOT_SCHEDULED = { leavesAt: null, leavesTo: null, leavesBy: null } as const

/** Schedules the draft `id`. Throws what requireDraft throws, and Refused, conflict, if it has no readers. */
export function scheduleNewsletter(
  db: Database,
  tutor: Tutor,
  id: number,
  { audience, leavesAt }: { audience: Audience; leavesAt: string },
): Promise<Newsletter> {
  return updateNewsletter(db, id, requireDraft, async (change, draft) => {
    if ((await countAudiences(change))[audience] === 0) throw new Refused('conflict', NO_READERS[audience])
    await requirePhotoPermissions(change, id)
    const leaving = { leavesAt, leavesTo: audience, leavesBy: tutor.id }
    await change.updateTable('newsletters').set(leaving).where('id', '=', id).execute()
    await logNewsletter(change, tutor, 'set when to send', draft)
  })
}

/** Cancels a draft's schedule; repeating it has no effect. Returns its record. Throws what requireDraft throws. */
export function unscheduleNewsletter(db: Database, tutor: Tutor, id: number): Promise<Newsletter> {
  return updateNewsletter(db, id, requireDraft, async (change, draft) => {
    if (draft.leavesAt === null) return
    await change.updateTable('newsletters').set(NOT_SCHEDULED).where('id', '=', id).execute()
    await logNewsletter(change, tutor, 'took back', draft)
  })
}

async function findScheduler(db: Database, { leavesBy }: Row<'newsletters'>): Promise<Actor> {
  const accounts = db.selectFrom('users').select(accountColumns)
  return (await accounts.where('id', '=', leavesBy ?? 0).executeTakeFirst()) ?? website
}

/** Sends the drafts that are due at `now`, each in a transaction. Returns the number sent. */
export async function sendDueNewsletters(db: Database, now: number): Promise<number> {
  let sent = 0
  // Check first without a write transaction, which would block others every few seconds.
  while (await findNextDue(db, now))
    await db.transaction().execute(async (change) => {
      const draft = await findNextDue(change, now)
      if (!draft) return
      const audience = draft.leavesTo ?? 'all'
      const by = await findScheduler(change, draft)
      if ((await countAudiences(change))[audience] > 0) {
        await markSentAndQueue(change, by, draft, { audience, holdSeconds: 0 })
        sent++
        return
      }
      await change.updateTable('newsletters').set(NOT_SCHEDULED).where('id', '=', draft.id).execute()
      await logNewsletter(change, by, 'took back', draft)
    })
  return sent
}

async function findNextDue(db: Database, now: number): Promise<Row<'newsletters'> | undefined> {
  const due = db.selectFrom('newsletters').selectAll().where('leavesAt', '<=', new Date(now).toISOString())
  return due.orderBy('leavesAt').limit(1).executeTakeFirst()
}

const INTERVAL = 2000

/** Sends due newsletters until stopped. Sends none while sending is paused after a restore, which may bring back sent drafts. */
export function startDepartures(db: Database, every = INTERVAL): Running {
  const sendDue = async () => {
    const sent = (await findPausedSince(db)) ? 0 : await sendDueNewsletters(db, Date.now())
    if (sent > 0) log.info({ newsletters: sent }, 'scheduled newsletters were sent')
  }
  return startJob(sendDue, { every, failure: 'scheduled newsletters could not be sent' })
}

const NO_READERS: Record<Audience, string> = {
  all: 'Nobody would get this newsletter: there are no active subscribers, or their addresses do not work.',
  guardians: 'Nobody would get this newsletter: no active subscriber is a guardian, or their addresses do not work.',
}

/** Makes a sent newsletter a draft again. Throws Refused: notFound, or conflict for a draft or once an email has gone out. */
export function stopNewsletter(db: Database, tutor: Tutor, id: number): Promise<Newsletter> {
  return updateNewsletter(db, id, requireSent, async (change, sent) => {
    if (!(await withdrawNewsletter(change, id)))
      throw new Refused('conflict', 'It is too late to stop this newsletter: the first email has already gone out.')
    const draft = { status: 'draft', audience: null, sentAt: null, goesOutAt: null, publishedAt: null } as const
    await change.updateTable('newsletters').set(draft).where('id', '=', id).execute()
    await logNewsletter(change, tutor, 'stopped', sent)
  })
}

/**
 * Publishes a sent newsletter on the website, or removes it. Publishing it twice keeps the first date. Throws Refused: notFound, or conflict
 * for a draft.
 */
export function publishNewsletter(db: Database, tutor: Tutor, id: number, isPublished: boolean): Promise<Newsletter> {
  return updateNewsletter(db, id, requireSent, async (change, sent) => {
    if (Boolean(sent.publishedAt) === isPublished) return
    const publishedAt = isPublished ? new Date().toISOString() : null
    await change.updateTable('newsletters').set({ publishedAt }).where('id', '=', id).execute()
    await logNewsletter(change, tutor, isPublished ? 'published' : 'took off the website', sent)
  })
}

/** Sends the newsletter to one address as a test. Throws Refused, notFound. */
export async function sendTest(db: Database, tutor: Tutor, id: number, email: string): Promise<void> {
  await db.transaction().execute(async (change) => {
    const newsletter = orNotFound(await readNewsletter(change, id))
    await queueMail(change, { kind: 'test', newsletterId: id, email })
    await logNewsletter(change, tutor, 'sent a test', newsletter)
  })
}

/** A newsletter that was sent. Throws Refused: notFound, and conflict for a draft. */
export const findSentNewsletter = (db: Database, _tutor: Tutor, id: number): Promise<Newsletter> => requireSent(db, id)

async function requireSent(db: Database, id: number): Promise<Newsletter> {
  const newsletter = orNotFound(await readNewsletter(db, id))
  if (newsletter.status === 'draft')
    throw new Refused('conflict', 'This newsletter is a draft. It has not been sent yet.')
  return newsletter
}
