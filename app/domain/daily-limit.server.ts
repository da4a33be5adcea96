import { sql } from 'kysely'
import type { Centre } from '~/settings.server'
import { forBookkeeping } from '~db/open'
import type { Database } from '~db/schema'
import { toDublinMoment } from './dublin'
import { addDays, formatIsoDay, getToday } from './events/days'
import { storedLimits } from './limits/table'
import { Refused } from './refused'

/** A student or a family link. Each link of a family has its own limit. */
export type LimitedSender = { table: 'users' | 'familyLinks'; id: number }

/**
 * Counts a change for today, before it is looked at: a refused one counts too. Above the limit it throws Refused, 429 until midnight in
 * Dublin, with the centre's telephone number.
 */
export async function countChange(db: Database, { table, id }: LimitedSender, { phone }: Pick<Centre, 'phone'>) {
  const { most, words } = storedLimits.changesInDay
  const day = formatIsoDay(getToday())
  const counted = await sql`update ${sql.table(table)}
    set changesThatDay = iif(changesOn is ${day}, changesThatDay + 1, 1), changesOn = ${day}
    where id = ${id} and not (changesOn is ${day} and changesThatDay >= ${most})`.execute(forBookkeeping(db))
  if (counted.numAffectedRows) return
  const midnight = Date.parse(toDublinMoment(addDays(day, 1), '00:00') ?? '')
  const retryAfter = Math.max(1, Math.ceil((midnight - Date.now()) / 1000))
  throw new Refused(429, words.replace('{phone}', phone), { retryAfter })
}

/** Uncounts a change that repeated what was there already. */
export async function uncountChange(change: Database, { table, id }: LimitedSender): Promise<void> {
  await sql`update ${sql.table(table)} set changesThatDay = changesThatDay - 1
    where id = ${id} and changesThatDay > 0`.execute(change)
}
