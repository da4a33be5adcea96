import { type Actor, accountColumns, type Tutor, website } from '~/domain/accounts/account'
import { listPeopleInPicture, requireYes } from '~/domain/consent/shown.server'
import { queueMail, queueNewsletter, selectAudience, withdrawNewsletter } from '~/domain/deliveries/deliveries.server'
import { findPausedSince } from '~/domain/deliveries/sending.server'
import { type Running, startJob } from '~/domain/job.server'
import { countRowsOf } from '~/domain/page.server'
import { orNotFound, Refused } from '~/domain/refused'
import { log } from '~/log.server'
import type { Audience } from '~db/choices'
import type { Database, Row } from '~db/schema'
import { logNewsletter, requireDraft } from './draft.server'
import { findNewsletter, type Newsletter } from './newsletters.server'

export async function countReaders(db: Database): Promise<Record<Audience, number>> {
  return {
    all: await countRowsOf(selectAudience(db, 'all')),
    guardians: await countRowsOf(selectAudience(db, 'guardians')),
  }
}

/** Runs `work` on the newsletter `id` as `find` finds it, or refuses to, and returns what it is then. */
function changing<Found>(
  db: Database,
  id: number,
  find: (change: Database, id: number) => Promise<Found>,
  work: (change: Database, found: Found) => Promise<unknown>,
): Promise<Newsletter> {
  return db.transaction().execute(async (change) => {
    await work(change, await find(change, id))
    return orNotFound(await findNewsletter(change, id))
  })
}

/** Sends the draft `id`: its mails leave after `holdSeconds`. Throws as requireDraft does, and Refused, 409, when nobody would get it. */
export function sendNewsletter(db: Database, tutor: Tutor, id: number, how: Sending): Promise<Newsletter> {
  return changing(db, id, requireDraft, async (change, draft) => {
    await requireYesOfAll(change, id)
    await goOut(change, tutor, draft, how)
  })
}

/** Throws Refused, 409, when somebody in a picture of the newsletter `id` has not said yes to photos in it. */
async function requireYesOfAll(change: Database, id: number): Promise<void> {
  const pictures = change.selectFrom('newsletterAttachments').select('id').where('newsletterId', '=', id)
  const people = new Set<number>()
  for (const { id } of await pictures.execute())
    for (const person of await listPeopleInPicture(change, 'newsletter', id)) people.add(person)
  await requireYes(change, [...people], 'newsletter', { status: 409 })
}

interface Sending {
  audience: Audience
  holdSeconds: number
}

/** Marks a draft as sent and queues its mails, as part of a transaction. Throws Refused, 409, when nobody would get it. */
async function goOut(
  change: Database,
  by: Actor,
  { id, title }: Row<'newsletters'>,
  { audience, holdSeconds }: Sending,
): Promise<void> {
  const now = Date.now()
  const goesOutAt = new Date(now + holdSeconds * 1000).toISOString()
  const sending = { status: 'sent', audience, sentAt: new Date(now).toISOString(), goesOutAt, ...NOT_LEAVING } as const
  await change.updateTable('newsletters').set(sending).where('id', '=', id).execute()
  const readers = await queueNewsletter(change, { newsletterId: id, audience, dueAt: goesOutAt })
  if (readers === 0) throw new Refused(409, nobody[audience])
  await logNewsletter(change, by, 'sent', { id, title })
}

const NOT_LEAVING = { leavesAt: null, leavesTo: null, leavesBy: null } as const

/** Sets when, and to whom, the draft `id` is sent by itself. Throws as requireDraft does, and Refused, 409, when nobody would get it. */
export function scheduleNewsletter(
  db: Database,
  tutor: Tutor,
  id: number,
  { audience, leavesAt }: { audience: Audience; leavesAt: string },
): Promise<Newsletter> {
  return changing(db, id, requireDraft, async (change, draft) => {
    if ((await countReaders(change))[audience] === 0) throw new Refused(409, nobody[audience])
    await requireYesOfAll(change, id)
    const leaving = { leavesAt, leavesTo: audience, leavesBy: tutor.id }
    await change.updateTable('newsletters').set(leaving).where('id', '=', id).execute()
    await logNewsletter(change, tutor, 'set when to send', draft)
  })
}

/** Keeps a draft from being sent by itself; it can be repeated. Returns its record. Throws what requireDraft throws. */
export function unscheduleNewsletter(db: Database, tutor: Tutor, id: number): Promise<Newsletter> {
  return changing(db, id, requireDraft, async (change, draft) => {
    if (draft.leavesAt === null) return
    await change.updateTable('newsletters').set(NOT_LEAVING).where('id', '=', id).execute()
    await logNewsletter(change, tutor, 'took back', draft)
  })
}

async function leaver(db: Database, { leavesBy }: Row<'newsletters'>): Promise<Actor> {
  const accounts = db.selectFrom('users').select(accountColumns)
  return (await accounts.where('id', '=', leavesBy ?? 0).executeTakeFirst()) ?? website
}

/** Sends the drafts whose time has come at `now`, each in a transaction. Returns how many were sent. */
export async function sendDueNewsletters(db: Database, now: number): Promise<number> {
  let sent = 0
  // Looked for first: a transaction to change something would hold up others every few seconds.
  while (await nextDue(db, now))
    await db.transaction().execute(async (change) => {
      const draft = await nextDue(change, now)
      if (!draft) return
      const audience = draft.leavesTo ?? 'all'
      const by = await leaver(change, draft)
      if ((await countReaders(change))[audience] > 0) {
        await goOut(change, by, draft, { audience, holdSeconds: 0 })
        sent++
        return
      }
      await change.updateTable('newsletters').set(NOT_LEAVING).where('id', '=', draft.id).execute()
      await logNewsletter(change, by, 'took back', draft)
    })
  return sent
}

async function nextDue(db: Database, now: number): Promise<Row<'newsletters'> | undefined> {
  const due = db.selectFrom('newsletters').selectAll().where('leavesAt', '<=', new Date(now).toISOString())
  return due.orderBy('leavesAt').limit(1).executeTakeFirst()
}

const EVERY = 2000

/** Sends what is due until stopped. While sending is paused after a restore, which may bring back what has left, none leaves. */
export function startDepartures(db: Database, every = EVERY): Running {
  const look = async () => {
    const sent = (await findPausedSince(db)) ? 0 : await sendDueNewsletters(db, Date.now())
    if (sent > 0) log.info({ newsletters: sent }, 'newsletters left at their time')
  }
  return startJob(look, { every, failure: 'newsletters could not leave at their time' })
}

const nobody: Record<Audience, string> = {
  all: 'Nobody would get this newsletter: there are no active subscribers yet.',
  guardians: 'Nobody would get this newsletter: no active subscriber is a guardian.',
}

/** Makes a sent newsletter a draft again while no mail has left. Throws Refused: 404, or 409 for a draft or once one has. */
export function stopNewsletter(db: Database, tutor: Tutor, id: number): Promise<Newsletter> {
  return changing(db, id, requireSent, async (change, sent) => {
    if (!(await withdrawNewsletter(change, id)))
      throw new Refused(409, 'It is too late to stop this newsletter: the first email has already gone out.')
    const draft = { status: 'draft', audience: null, sentAt: null, goesOutAt: null, publishedAt: null } as const
    await change.updateTable('newsletters').set(draft).where('id', '=', id).execute()
    await logNewsletter(change, tutor, 'stopped', sent)
  })
}

/** Publishes a sent newsletter on the website, keeping its first date, or takes it off. Throws Refused: 404, or 409 for a draft. */
export function publishNewsletter(db: Database, tutor: Tutor, id: number, isPublished: boolean): Promise<Newsletter> {
  return changing(db, id, requireSent, async (change, sent) => {
    if (Boolean(sent.publishedAt) === isPublished) return
    const publishedAt = isPublished ? new Date().toISOString() : null
    await change.updateTable('newsletters').set({ publishedAt }).where('id', '=', id).execute()
    await logNewsletter(change, tutor, isPublished ? 'published' : 'took off the website', sent)
  })
}

/** Sends a newsletter as it is now to one address, as a test. Throws Refused, 404. */
export async function sendTest(db: Database, tutor: Tutor, id: number, email: string): Promise<void> {
  await db.transaction().execute(async (change) => {
    const newsletter = orNotFound(await findNewsletter(change, id))
    await queueMail(change, { kind: 'test', newsletterId: id, email })
    await logNewsletter(change, tutor, 'sent a test', newsletter)
  })
}

async function requireSent(db: Database, id: number): Promise<Newsletter> {
  const newsletter = orNotFound(await findNewsletter(db, id))
  if (newsletter.status === 'draft') throw new Refused(409, 'This newsletter is a draft. It has not been sent yet.')
  return newsletter
}
