import { hash, verify } from '@node-rs/argon2'
import type { Database, Row } from '~db/schema'
import type { NewAccount } from './schema'

/** A person with an account, as the rest of the code knows them (spec section 3, User). */
export type Account = Pick<Row<'users'>, 'id' | 'username' | 'role' | 'firstName' | 'lastName'>
export const accountColumns = ['users.id', 'users.username', 'users.role', 'users.firstName', 'users.lastName'] as const

/** What the account screens and commands refuse, in words for the person who asked. */
export class AccountRefused extends Error {}

// argon2id with the OWASP minimum (19 MiB, 2 passes): quick enough for a small server, slow enough for a thief.
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
let hashOfNobody: Promise<string> | undefined

/** Adds a person. Gives the account's id; throws AccountRefused when the username is taken. */
export async function addAccount(db: Database, account: NewAccount): Promise<number> {
  const { password, ...person } = account
  const added = await db
    .insertInto('users')
    .values({ ...person, passwordHash: await hash(password, hashing), createdAt: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new AccountRefused(`The username ${account.username} is already taken.`)
  return added.id
}

/** The account that `username` and `password` open, or null. Unknown, closed and wrong answer alike, in the same time. */
export async function findByPassword(db: Database, username: string, password: string): Promise<Account | null> {
  const account = await db
    .selectFrom('users')
    .select([...accountColumns, 'users.passwordHash'])
    .where('username', '=', username)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  hashOfNobody ??= hash('the password of nobody', hashing)
  const matches = await verify(account?.passwordHash ?? (await hashOfNobody), password)
  if (!account || !matches) return null
  const { passwordHash: _, ...person } = account
  return person
}

/** Gives the open account `username` a new password and ends its sessions. Throws AccountRefused when there is none. */
export async function setPassword(db: Database, username: string, password: string): Promise<void> {
  const passwordHash = await hash(password, hashing)
  await db.transaction().execute(async (change) => {
    const { id } = await openAccount(change, username)
    await change.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
    await endSessionsOf(change, id)
  })
}

/** Closes the account `username` and ends its sessions. Throws AccountRefused when there is none, or when it is the last tutor's. */
export async function closeAccount(db: Database, username: string): Promise<void> {
  await db.transaction().execute(async (change) => {
    const { id, role } = await openAccount(change, username)
    if (role === 'tutor') {
      const others = await change
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'tutor')
        .where('closedAt', 'is', null)
        .where('id', '!=', id)
        .executeTakeFirst()
      if (!others) throw new AccountRefused('This is the last tutor. Please add another tutor first.')
    }
    await change.updateTable('users').set({ closedAt: new Date().toISOString() }).where('id', '=', id).execute()
    await endSessionsOf(change, id)
  })
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

async function endSessionsOf(db: Database, userId: number) {
  await db
    .updateTable('sessions')
    .set({ endedAt: new Date().toISOString() })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute()
}
