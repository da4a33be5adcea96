import { createActivityLogger } from '~/domain/activity/activity.server'
import { hasOnlyFailedMails, isBeingSent } from '~/domain/deliveries/deliveries.server'
import { orNotFound, Refused } from '~/domain/refused'
import type { Database, Row } from '~db/schema'

export const logNewsletter = createActivityLogger('newsletter')

const ALREADY_SENT = 'This newsletter has already been sent.'
const BEING_SENT = 'This newsletter is already being sent.'
const ALL_FAILED =
  'All emails of this newsletter failed. You can try them again on its page, but not change it any more.'

/** Returns the draft `id`. Throws Refused: notFound, or conflict for a sent newsletter, which can't be changed any more. */
export async function requireDraft(db: Database, id: number): Promise<Row<'newsletters'>> {
  const newsletter = orNotFound(await db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst())
  if (newsletter.status === 'sent') {
    const isFailed = await hasOnlyFailedMails(db, id)
    throw new Refused('conflict', isFailed ? ALL_FAILED : (await isBeingSent(db, id)) ? BEING_SENT : ALREADY_SENT)
  }
  return newsletter
}

/** True for requireDraft's conflict, which no correction to the form can resolve. */
export function isAlreadySent(error: unknown): error is Refused {
  return error instanceof Refused && [ALREADY_SENT, BEING_SENT, ALL_FAILED].includes(error.message)
}
