import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import type { Database } from '~db/schema'
import { storedTerm } from './schema'
import { FIRST_TERM, formatTerm, type Term } from './term'

/** The calendar's term: where a tutor last moved it, otherwise the first one. */
export async function readTerm(db: Database): Promise<Term> {
  const setting = await readSetting(db, 'term')
  return setting ? storedTerm.parse(JSON.parse(setting)) : FIRST_TERM
}

/** Moves the calendar to another four months; events stay where they are. */
export async function moveTerm(db: Database, tutor: Tutor, term: Term): Promise<void> {
  await db.transaction().execute(async (change) => {
    await writeSetting(change, 'term', JSON.stringify(term))
    const title = `${formatTerm(term)}, from ${term.year}`
    await logActivity(change, tutor, { action: 'moved', noun: 'term', title })
  })
}
