import type { Actor } from '~/domain/activity/activity.server'
import type { Database, Row } from '~db/schema'
import { passwordMatches, type Standing } from './password.server'
import { addPerson, changePassword, closeAccountOf } from './people.server'
import { AccountRefused } from './refused'
import type { NewAccount } from './schema'

/** A person with an account, as the rest of the code knows them (spec section 3, User). */
export type Account = Pick<Row<'users'>, 'id' | 'username' | 'role' | 'firstName' | 'lastName'>
export const accountColumns = ['users.id', 'users.username', 'users.role', 'users.firstName', 'users.lastName'] as const

/** An account as a log-in meets it before its password is right. It never leaves the server. */
export type Lock = Pick<Row<'users'>, 'id' | 'passwordHash'>

/** Who acts on the command line. */
const operator: Actor = { id: null, firstName: 'The', lastName: 'operator' }

/** Adds a person for the operator. Gives the account's id; throws AccountRefused when the username is taken. */
export async function addAccount(db: Database, account: NewAccount): Promise<number> {
  return addPerson(db, operator, account)
}

/**
 * The account that `username` and `password` open, or null. Unknown, closed and wrong answer alike, in the same time. Throws
 * PasswordQueueFull.
 */
export async function findByPassword(
  db: Database,
  username: string,
  password: string,
  standing: Standing = 'stranger',
): Promise<Account | null> {
  const account = await db
    .selectFrom('users')
    .select([...accountColumns, 'users.passwordHash'])
    .where('username', '=', username)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  const matches = await passwordMatches(account?.passwordHash, password, standing)
  if (!account || !matches) return null
  const { passwordHash: _, ...person } = account
  return person
}

/** The id of the open account `username` and its password's hash, which a device is known by (auth/device.server.ts); or null. */
export async function findLock(db: Database, username: string): Promise<Lock | null> {
  const lock = await db
    .selectFrom('users')
    .select(['id', 'passwordHash'])
    .where('username', '=', username)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return lock ?? null
}

/** Gives the open account `username` a new password and ends its sessions. Throws AccountRefused when there is none. */
export async function setPassword(db: Database, username: string, password: string): Promise<void> {
  const account = await openAccount(db, username)
  await changePassword(db, operator, account.id, password)
}

/** Closes the account `username` and ends its sessions. Throws AccountRefused when there is none, or when it is the last tutor's. */
export async function closeAccount(db: Database, username: string): Promise<void> {
  const account = await openAccount(db, username)
  await closeAccountOf(db, operator, account.id)
}

/** The students with an open account, by name. */
export async function listStudents(db: Database): Promise<Account[]> {
  return db
    .selectFrom('users')
    .select(accountColumns)
    .where('role', '=', 'student')
    .where('closedAt', 'is', null)
    .orderBy('firstName')
    .orderBy('lastName')
    .execute()
}

async function openAccount(db: Database, username: string) {
  const account = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('username', '=', username)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  if (!account) throw new AccountRefused(`There is no open account with the username ${username}.`)
  return account
}
