import { z } from 'zod'
import type { Account } from '~/domain/accounts/account'
import { checkbox, choiceOf } from '~/domain/rules'
import { compileRead } from '~db/open'
import type { Database } from '~db/schema'
import { contrasts, type Display, parseDisplay, schemes, serializeDisplay, textSizes } from './display'

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

const CHOOSE_ONE = 'Please choose one of these.'

export const displaySettings = z.object({
  text: choiceOf(textSizes, CHOOSE_ONE),
  contrast: choiceOf(contrasts, CHOOSE_ONE),
  scheme: choiceOf(schemes, CHOOSE_ONE),
  isPlain: checkbox(),
  hidesPictures: checkbox(),
  keepsMessages: checkbox(),
})
export type DisplayFields = z.output<typeof displaySettings>
