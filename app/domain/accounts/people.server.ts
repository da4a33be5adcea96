import { type Actor, note } from '~/domain/activity/activity.server'
import type { Database, Row, Verb } from '~db/schema'
import { hashPassword } from './password.server'
import { AccountRefused } from './refused'
import type { NewAccount, PersonName } from './schema'

/** A person as tutors see them in People. */
export type PersonRecord = Pick<
  Row<'users'>,
  'id' | 'username' | 'role' | 'firstName' | 'lastName' | 'createdAt' | 'closedAt'
> & {
  livingSessions: number
}

/** Everyone with an account, open ones first, by name; not those who were erased. */
export async function listPeople(db: Database): Promise<PersonRecord[]> {
  return people(db)
    .where('username', 'not like', 'erased %')
    .orderBy('closedAt')
    .orderBy('firstName')
    .orderBy('lastName')
    .execute()
}

/** One person, or null. */
export async function findPerson(db: Database, id: number): Promise<PersonRecord | null> {
  return (await people(db).where('users.id', '=', id).executeTakeFirst()) ?? null
}

/** Adds a person. Gives the account's id; throws AccountRefused when the username is taken, PasswordQueueFull as hashPassword. */
export async function addPerson(db: Database, actor: Actor, account: NewAccount): Promise<number> {
  const { password, ...person } = account
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (change) => {
    const added = await change
      .insertInto('users')
      .values({ ...person, passwordHash, createdAt: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new AccountRefused(`The username ${account.username} is already taken.`)
    await noteAccount(change, actor, 'added', added.id)
    return added.id
  })
}

/** Changes a person's first and last name. Throws AccountRefused when there is no open account. */
export async function renamePerson(db: Database, actor: Actor, id: number, name: PersonName): Promise<void> {
  await changeOpenAccount(db, actor, id, 'renamed', (change) =>
    change.updateTable('users').set(name).where('id', '=', id).execute(),
  )
}

/** Gives a person a new password and ends their sessions. Throws AccountRefused when there is no open account, PasswordQueueFull as hashPassword. */
export async function changePassword(db: Database, actor: Actor, id: number, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  await changeOpenAccount(db, actor, id, 'set a password', async (change) => {
    await change.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
    await endSessionsOf(change, id)
  })
}

/** Logs a person out everywhere. Throws AccountRefused when there is no open account. */
export async function endSessions(db: Database, actor: Actor, id: number): Promise<void> {
  await changeOpenAccount(db, actor, id, 'ended the sessions', (change) => endSessionsOf(change, id))
}

/** Closes a person's account and ends their sessions. Throws AccountRefused when it is not open, or is the last tutor's. */
export async function closeAccountOf(db: Database, actor: Actor, id: number): Promise<void> {
  await changeOpenAccount(db, actor, id, 'closed', async (change) => {
    await refuseLastTutor(change, id)
    await change.updateTable('users').set({ closedAt: new Date().toISOString() }).where('id', '=', id).execute()
    await endSessionsOf(change, id)
  })
}

/** Throws AccountRefused when `id` is the only tutor whose account is open: nobody could help anybody any more. */
export async function refuseLastTutor(db: Database, id: number): Promise<void> {
  const tutors = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'tutor')
    .where('closedAt', 'is', null)
    .execute()
  if (tutors.length === 1 && tutors[0]?.id === id)
    throw new AccountRefused('This is the last tutor. Please add another tutor first.')
}

/** Ends every living session of a person. */
export async function endSessionsOf(db: Database, userId: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ endedAt: new Date().toISOString() })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute()
}

function people(db: Database) {
  return (
    db
      .selectFrom('users')
      // A username never holds a space but for what is left of an erased person (data.server.ts).
      .where('username', 'not like', 'erased %')
      .select(['users.id', 'username', 'role', 'firstName', 'lastName', 'users.createdAt', 'closedAt'])
      .select((expression) =>
        expression
          .selectFrom('sessions')
          .select((count) => count.fn.countAll<number>().as('living'))
          .whereRef('sessions.userId', '=', 'users.id')
          .where('endedAt', 'is', null)
          .where('expiresAt', '>', new Date().toISOString())
          .$asScalar()
          .$notNull()
          .as('livingSessions'),
      )
  )
}

async function changeOpenAccount(
  db: Database,
  actor: Actor,
  id: number,
  action: Verb,
  change: (db: Database) => Promise<unknown>,
) {
  await db.transaction().execute(async (transaction) => {
    const open = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('closedAt', 'is', null)
      .executeTakeFirst()
    if (!open) throw new AccountRefused('This account is closed.')
    await change(transaction)
    await noteAccount(transaction, actor, action, id)
  })
}

/** Writes down what was done to an account, in the transaction that does it. */
export async function noteAccount(db: Database, actor: Actor, action: Verb, id: number): Promise<void> {
  const { username, role } = await db
    .selectFrom('users')
    .select(['username', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await note(db, actor, {
    action,
    noun: 'account',
    recordId: id,
    title: username,
    studentId: role === 'student' ? id : null,
  })
}
