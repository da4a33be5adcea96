import type { Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import type { Database } from '~db/schema'
import { storedTerm } from './schema'
import { firstTerm, type Term, termInWords } from './term'

/** The calendar's term: as a tutor last moved it, else the first one. */
export async function readTerm(db: Database): Promise<Term> {
  const setting = await db.selectFrom('portalSettings').select('value').where('name', '=', 'term').executeTakeFirst()
  return setting ? storedTerm.parse(JSON.parse(setting.value)) : firstTerm
}

/** Moves the calendar to four other months; events stay where they are. */
export async function moveTerm(db: Database, tutor: Tutor, term: Term): Promise<void> {
  const value = JSON.stringify(term)
  await db.transaction().execute(async (change) => {
    await change.replaceInto('portalSettings').values({ name: 'term', value }).execute()
    const title = `${termInWords(term)}, from ${term.year}`
    await logActivity(change, tutor, { action: 'moved', noun: 'term', recordId: 0, title, studentId: null })
  })
}
