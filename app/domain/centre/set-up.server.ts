import type { Account, Tutor } from '~/domain/accounts/account'
import { hashPassword, refuseGuessable } from '~/domain/accounts/password.server'
import { insertPerson } from '~/domain/accounts/people.server'
import { logActivity } from '~/domain/activity/activity.server'
import { orNotFound, Refused } from '~/domain/refused'
import { hideAllInvented } from '~/domain/website/hidden.server'
import type { Centre } from '~/settings.server'
import type { Database } from '~db/schema'
import { loadCentre, readSetUpRecord, writeSetUpRecord } from './live.server'
import type { FirstStart } from './schema'

export async function hasAccounts(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export const SET_UP_ALREADY = 'This website is set up already. Please log in.'

/** The first start: saves the centre's details and the first tutor, and returns the tutor. Throws Refused, invalid or conflict. */
export async function setUp(db: Database, centre: Centre, form: FirstStart): Promise<Account> {
  const { username, firstName, lastName, password, ...basics } = form
  await refuseGuessable(password, { username, firstName, lastName }, basics)
  const passwordHash = await hashPassword(password)
  const tutor = await db.transaction().execute(async (change) => {
    if (await hasAccounts(change)) throw new Refused('conflict', SET_UP_ALREADY)
    const account = await insertPerson(change, { username, firstName, lastName, role: 'tutor', passwordHash })
    const details = { ...basics, learningCentre: basics.name }
    const row = { ...details, id: 1 as const, openingHours: null, chy: null, rcn: null, cro: null, social: null }
    const before = await change.selectFrom('centre').select('version').executeTakeFirst()
    const version = (before?.version ?? 1) + 1
    await change
      .insertInto('centre')
      .values({ ...row, version })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...details, version }))
      .execute()
    await writeSetUpRecord(change, { readyAt: null, hidden: hideAllInvented() })
    await logActivity(change, account, { action: 'changed', noun: 'centre', recordId: 1, title: basics.name })
    return account
  })
  await loadCentre(db, centre)
  return tutor
}

/** Says whether the website is ready for search engines. Throws Refused, notFound, for a website that began without the set-up. */
export async function markWebsiteReady(db: Database, centre: Centre, tutor: Tutor, isReady: boolean): Promise<void> {
  await db.transaction().execute(async (change) => {
    const before = orNotFound(await readSetUpRecord(change))
    if ((before.readyAt !== null) === isReady) return
    await writeSetUpRecord(change, { ...before, readyAt: isReady ? new Date().toISOString() : null })
    await logActivity(change, tutor, { action: isReady ? 'confirmed' : 'reopened', noun: 'website', title: '' })
  })
  await loadCentre(db, centre)
}
