import type { Actor } from '~/domain/accounts/account'
import { note } from '~/domain/activity/activity.server'
import type { Database, Row, Verb } from '~db/schema'
import { AlreadySent } from './refused'

/** The draft `id`, or null when there is no such newsletter. Throws AlreadySent for one that is no draft any more. */
export async function findDraft(db: Database, id: number): Promise<Row<'newsletters'> | null> {
  const newsletter = await db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst()
  if (newsletter?.status === 'sent') throw new AlreadySent()
  return newsletter ?? null
}

/** Writes down what was done to a newsletter, in the transaction that does it. */
export async function noteNewsletter(
  db: Database,
  tutor: Actor,
  action: Verb,
  { id, title }: { id: number; title: string },
): Promise<void> {
  await note(db, tutor, { action, noun: 'newsletter', recordId: id, title, studentId: null })
}
