import { note } from '~/domain/activity/activity.server'
import type { Database, NewRow, Row, Verb } from '~db/schema'
import type { Actor } from './account'
import { type KnownCentre, refuseGuessable } from './guessable.server'
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

const CLOSED = 'This account is closed.'

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

/** Who is to be added; the demonstration marks its own people, which no form can do. */
export type PersonToAdd = NewAccount & Pick<NewRow<'users'>, 'demonstration'>

/**
 * Adds a person. Whom somebody of the demonstration adds belongs to it too. Gives the account's id; throws AccountRefused
 * when the username is taken or the password easy to guess,
 * PasswordQueueFull as hashPassword.
 */
export async function addPerson(db: Database, actor: Actor, account: NewAccount, centre: KnownCentre): Promise<number> {
  await refuseGuessable(account.password, account, centre)
  return addPersonUnchecked(db, actor, account)
}

/** The same with a password that the program itself chose, and everybody may know: for the demonstration and for tests. */
export async function addPersonUnchecked(db: Database, actor: Actor, account: PersonToAdd): Promise<number> {
  const { password, ...person } = account
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (change) => {
    const maker = change.selectFrom('users').select('demonstration').where('id', '=', actor.id)
    const inherited = (await maker.executeTakeFirst())?.demonstration
    const added = await change
      .insertInto('users')
      .values({ demonstration: inherited, ...person, passwordHash, createdAt: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('username').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new AccountRefused(`The username ${account.username} is already taken.`, 'username')
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

/**
 * Gives a person a new password and ends their sessions but for `keptSession`. Throws AccountRefused when there is no open
 * account, or the password is easy to guess, PasswordQueueFull as hashPassword.
 */
export async function changePassword(
  db: Database,
  actor: Actor,
  id: number,
  password: string,
  centre: KnownCentre,
  keptSession?: number,
): Promise<void> {
  const person = await findPerson(db, id)
  if (!person || person.closedAt) throw new AccountRefused(CLOSED)
  await refuseGuessable(password, person, centre)
  const passwordHash = await hashPassword(password)
  await changeOpenAccount(db, actor, id, 'set a password', async (change) => {
    await change.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
    await endSessionsOf(change, id, keptSession)
  })
}

/** Logs a person out everywhere. Throws AccountRefused when there is no open account. */
export async function endSessions(db: Database, actor: Actor, id: number): Promise<void> {
  await changeOpenAccount(db, actor, id, 'ended the sessions', (change) => endSessionsOf(change, id))
}

/**
 * Closes a person's account and ends their sessions; one of the demonstration is then no longer opened with it. Throws
 * AccountRefused when it is not open, or is the last tutor's.
 */
export async function closeAccountOf(db: Database, actor: Actor, id: number): Promise<void> {
  await changeOpenAccount(db, actor, id, 'closed', async (change) => {
    await refuseLastTutor(change, id)
    const closed = { closedAt: new Date().toISOString(), demonstration: 0 } as const
    await change.updateTable('users').set(closed).where('id', '=', id).execute()
    await endSessionsOf(change, id)
  })
}

/**
 * Throws AccountRefused when `id` is the only tutor whose account is open: nobody could help anybody any more. A real tutor
 * is the last one also beside the demonstration's, whose account closes with it.
 */
export async function refuseLastTutor(db: Database, id: number): Promise<void> {
  const tutors = await db
    .selectFrom('users')
    .select(['id', 'demonstration'])
    .where('role', '=', 'tutor')
    .where('closedAt', 'is', null)
    .execute()
  const leaving = tutors.find((tutor) => tutor.id === id)
  if (!leaving) return
  const stays = tutors.some((tutor) => tutor !== leaving && tutor.demonstration <= leaving.demonstration)
  if (!stays) throw new AccountRefused('This is the last tutor. Please add another tutor first.')
}

/** Ends every living session of a person, but for the session `kept`. */
export async function endSessionsOf(db: Database, userId: number, kept = 0): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ endedAt: new Date().toISOString() })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('id', '!=', kept)
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
    if (!open) throw new AccountRefused(CLOSED)
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
