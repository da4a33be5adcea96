import type { Actor } from '~/domain/accounts/account'
import { note } from '~/domain/activity/activity.server'
import { found, Refused } from '~/domain/refused'
import type { Database, Row, Verb } from '~db/schema'

const ALREADY_SENT = 'This newsletter has already been sent.'

/** The draft `id`. Throws Refused: 404, or 409 for a sent newsletter, which can't be changed any more. */
export async function requireDraft(db: Database, id: number): Promise<Row<'newsletters'>> {
  const newsletter = found(await db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst())
  if (newsletter.status === 'sent') throw new Refused(409, ALREADY_SENT)
  return newsletter
}

/** True for requireDraft's 409, which no correction in the form would resolve. */
export function isAlreadySent(error: unknown): error is Refused {
  return error instanceof Refused && error.message === ALREADY_SENT
}

/** Logs what was done to a newsletter, in the transaction that does it. */
export async function noteNewsletter(
  db: Database,
  tutor: Actor,
  action: Verb,
  { id, title }: { id: number; title: string },
): Promise<void> {
  await note(db, tutor, { action, noun: 'newsletter', recordId: id, title, studentId: null })
}
