import { randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import type { Database } from '~db/schema'
import { HASH_COST, runHashInTurn } from './password.server'

// A username that is given again would make old log lines, printed cards and remembered passwords look like the new person's. Those of
// closed accounts are in their rows. Of erased people only a slow salted hash stays: a list of the usernames themselves would be a list of
// everyone who asked to be forgotten.

/** Whether an account has this username, or an erased person had it. Throws what runHashInTurn throws. */
export async function isUsernameTaken(db: Database, username: string): Promise<boolean> {
  const account = db.selectFrom('users').select('id').where('username', '=', username)
  if (await account.executeTakeFirst()) return true
  const salt = await readSetting(db, 'usernameSalt')
  if (salt === undefined) return false
  const used = db.selectFrom('usedUsernames').select('usernameHash')
  const usernameHash = await hashUsername(username, salt)
  return (await used.where('usernameHash', '=', usernameHash).executeTakeFirst()) !== undefined
}

/** Records the username of a person who is being erased, in the same transaction. Throws what runHashInTurn throws. */
export async function recordUsedUsername(change: Database, username: string): Promise<void> {
  const stored = await readSetting(change, 'usernameSalt')
  const salt = stored ?? randomBytes(16).toString('base64url')
  if (stored === undefined) await writeSetting(change, 'usernameSalt', salt)
  const usernameHash = await hashUsername(username, salt)
  await change.replaceInto('usedUsernames').values({ usernameHash }).execute()
}

/** One salt for all, so that one hash finds a username among them. */
async function hashUsername(username: string, salt: string): Promise<string> {
  const secret = { ...HASH_COST, salt: Buffer.from(salt) }
  const hash = await runHashInTurn('known', () => hashRaw(username.toLowerCase(), secret))
  return hash.toString('base64url')
}
