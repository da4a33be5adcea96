import type { Account } from '~/domain/accounts/account'
import { compileRead } from '~db/compiled'
import type { Database } from '~db/schema'
import { type Display, parseDisplay, serializeDisplay } from './display'

const readSettings = compileRead((db, userId: number) =>
  db.selectFrom('displaySettings').select('settings').where('userId', '=', userId),
)

export async function findDisplay(db: Database, userId: number): Promise<Display | undefined> {
  const [row] = await readSettings(db, userId)
  return row && parseDisplay(row.settings)
}

/** Saves a person's display settings for all devices that they log in on. */
export async function saveDisplay(db: Database, { id: userId }: Account, display: Display): Promise<void> {
  await db
    .replaceInto('displaySettings')
    .values({ userId, settings: serializeDisplay(display) })
    .execute()
}
