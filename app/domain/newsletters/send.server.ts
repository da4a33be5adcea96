import type { Actor } from '~/domain/accounts/account'
import { queueMail, queueNewsletter, subscribersIn, withdrawNewsletter } from '~/domain/deliveries/deliveries.server'
import type { Audience, Database } from '~db/schema'
import { findDraft, noteNewsletter } from './draft.server'
import { findNewsletter, type Newsletter } from './newsletters.server'
import { NewsletterRefused } from './refused'

/** How many people a newsletter would go to now, by audience. */
export async function countReaders(db: Database): Promise<Record<Audience, number>> {
  const count = async (audience: Audience) => {
    const query = subscribersIn(db, audience).select(({ fn }) => fn.countAll<number>().as('number'))
    return (await query.executeTakeFirstOrThrow()).number
  }
  return { all: await count('all'), guardians: await count('guardians') }
}

/**
 * Sends the draft `id`: in one transaction it becomes sent and its list of readers is frozen; the mails leave after
 * `holdSeconds`. Gives its record, null when it is not there. Throws AlreadySent, and NewsletterRefused when nobody would
 * get it.
 */
export async function sendNewsletter(
  db: Database,
  tutor: Actor,
  id: number,
  { audience, holdSeconds }: { audience: Audience; holdSeconds: number },
): Promise<Newsletter | null> {
  return db.transaction().execute(async (change) => {
    const draft = await findDraft(change, id)
    if (!draft) return null
    const now = Date.now()
    const goesOutAt = new Date(now + holdSeconds * 1000).toISOString()
    const sending = { status: 'sent', audience, sentAt: new Date(now).toISOString(), goesOutAt } as const
    await change.updateTable('newsletters').set(sending).where('id', '=', id).execute()
    const readers = await queueNewsletter(change, { newsletterId: id, audience, dueAt: goesOutAt })
    if (readers === 0) throw new NewsletterRefused(nobody[audience])
    await noteNewsletter(change, tutor, 'sent', draft)
    return findNewsletter(change, id)
  })
}

const nobody: Record<Audience, string> = {
  all: 'Nobody would get this newsletter: there are no active subscribers yet.',
  guardians: 'Nobody would get this newsletter: no active subscriber is a guardian.',
}

/**
 * Takes a sending back while no mail has left: the newsletter is a draft again. Gives its record, null when it is not there.
 * Throws NewsletterRefused for a draft, and once a mail has left.
 */
export async function stopNewsletter(db: Database, tutor: Actor, id: number): Promise<Newsletter | null> {
  return db.transaction().execute(async (change) => {
    const sent = await findSent(change, id)
    if (!sent) return null
    if (!(await withdrawNewsletter(change, id)))
      throw new NewsletterRefused('It is too late to stop this newsletter: the first mail has left already.')
    const draft = { status: 'draft', audience: null, sentAt: null, goesOutAt: null, publishedAt: null } as const
    await change.updateTable('newsletters').set(draft).where('id', '=', id).execute()
    await noteNewsletter(change, tutor, 'stopped', sent)
    return { ...sent, ...draft }
  })
}

/**
 * Shows a sent newsletter on the website, or takes it off again. Gives its record, null when it is not there; one that
 * stands there keeps its moment. Throws NewsletterRefused for a draft.
 */
export async function publishNewsletter(
  db: Database,
  tutor: Actor,
  id: number,
  isPublished: boolean,
): Promise<Newsletter | null> {
  return db.transaction().execute(async (change) => {
    const sent = await findSent(change, id)
    if (!sent || Boolean(sent.publishedAt) === isPublished) return sent
    const publishedAt = isPublished ? new Date().toISOString() : null
    await change.updateTable('newsletters').set({ publishedAt }).where('id', '=', id).execute()
    await noteNewsletter(change, tutor, isPublished ? 'published' : 'took off the website', sent)
    return { ...sent, publishedAt }
  })
}

/** Sends a newsletter as it is now to one address, to look at. False when it is not there. */
export async function sendTest(db: Database, tutor: Actor, id: number, email: string): Promise<boolean> {
  return db.transaction().execute(async (change) => {
    const newsletter = await findNewsletter(change, id)
    if (!newsletter) return false
    await queueMail(change, { kind: 'test', newsletterId: id, email })
    await noteNewsletter(change, tutor, 'sent a test', newsletter)
    return true
  })
}

/** The sent newsletter `id`, or null when there is no such newsletter. Throws NewsletterRefused for a draft. */
async function findSent(db: Database, id: number): Promise<Newsletter | null> {
  const newsletter = await findNewsletter(db, id)
  if (newsletter?.status === 'draft') throw new NewsletterRefused('This newsletter is a draft. It was not sent yet.')
  return newsletter
}
