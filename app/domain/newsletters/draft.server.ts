import type { Actor } from '~/domain/accounts/account'
import { note } from '~/domain/activity/activity.server'
import { found, Refused } from '~/domain/refused'
import type { Database, Row, Verb } from '~db/schema'

const ALREADY_SENT = 'This newsletter has already been sent.'

/** The draft `id`. Throws Refused: 404, or 409 for a newsletter that is sent, of which nothing changes any more. */
export async function requireDraft(db: Database, id: number): Promise<Row<'newsletters'>> {
  const newsletter = found(await db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst())
  if (newsletter.status === 'sent') throw new Refused(409, ALREADY_SENT)
  return newsletter
}

/** True for requireDraft's 409, which no other value typed into a form would help. */
export function isAlreadySent(error: unknown): error is Refused {
  return error instanceof Refused && error.message === ALREADY_SENT
}

/** Writes what was done to a newsletter into the log, in the transaction that does it. */
export async function noteNewsletter(
  db: Database,
  tutor: Actor,
  action: Verb,
  { id, title }: { id: number; title: string },
): Promise<void> {
  await note(db, tutor, { action, noun: 'newsletter', recordId: id, title, studentId: null })
}
