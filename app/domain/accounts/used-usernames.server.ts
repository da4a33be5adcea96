import { randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { runInTransaction } from '~/domain/change.server'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import type { Database, NewRow } from '~db/schema'
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

/**
 * The row that records the username of a person to erase. Create it before the transaction, in which the hash would block all
 * other writes. Throws what runHashInTurn throws.
 */
export async function createUsedUsername(db: Database, username: string): Promise<NewRow<'usedUsernames'>> {
  const salt = (await readSetting(db, 'usernameSalt')) ?? (await runInTransaction(db, createSalt))
  return { usernameHash: await hashUsername(username, salt) }
}

async function createSalt(change: Database): Promise<string> {
  const stored = await readSetting(change, 'usernameSalt')
  if (stored !== undefined) return stored
  const salt = randomBytes(16).toString('base64url')
  await writeSetting(change, 'usernameSalt', salt)
  return salt
}

/** One salt for all, so that one hash finds a username among them. */
async function hashUsername(username: string, salt: string): Promise<string> {
  const secret = { ...HASH_COST, salt: Buffer.from(salt) }
  const hash = await runHashInTurn('known', () => hashRaw(username.toLowerCase(), secret))
  return hash.toString('base64url')
}
