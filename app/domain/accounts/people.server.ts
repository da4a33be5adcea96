import { logActivity, logRepeatable } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import { type Page, paginateIds } from '~/domain/page.server'
import { collectErrors, orNotFound, Refused } from '~/domain/refused'
import type { Database, NewRow, Row, Verb } from '~db/schema'
import { queueOfficeNotice } from './access-notices.server'
import { type Account, type Actor, accountColumns } from './account'
import { getListNames, sortByName } from './names'
import { hashPassword, type KnownCentre, refuseGuessable } from './password.server'
import { type NewAccount, newAccount, type PersonName, personName } from './schema'

export type PersonRecord = Account &
  Pick<Row<'users'>, 'createdAt' | 'closedAt' | 'version'> & {
    livingSessions: number
  }

export const describeName: FieldDescriptions<PersonName> = [
  { label: 'First name', of: ({ firstName }) => firstName },
  { label: 'Last name', of: ({ lastName }) => lastName },
]

/** One page of all accounts, open ones first, by name. All names are read for it, since SQLite can't order them as people do. */
export async function pageOfPeople(db: Database, page: number): Promise<Page<PersonRecord>> {
  const names = sortByName(await allNames(db))
  const inList = [...names.filter(({ closedAt }) => !closedAt), ...names.filter(({ closedAt }) => closedAt)]
  const ids = inList.map(({ id }) => id)
  return paginateIds(ids, page, (shown) => people(db).where('users.id', 'in', shown).execute())
}

/** The names of all people, to choose one from. The same name twice is told apart by the username. */
export async function listNamesOfPeople(db: Database): Promise<{ id: number; name: string }[]> {
  return [...getListNames(sortByName(await allNames(db)))].map(([id, name]) => ({ id, name }))
}

function allNames(db: Database) {
  const people = db.selectFrom('users').where('erasedAt', 'is', null)
  return people.select(['id', 'firstName', 'lastName', 'username', 'closedAt']).execute()
}

export async function findPerson(db: Database, id: number): Promise<PersonRecord | null> {
  return (await people(db).where('users.id', '=', id).executeTakeFirst()) ?? null
}

/** The person `id`, whose account must be open. Throws Refused: 404 when there is no such person, 409 when the account is closed. */
export async function requireOpenAccount(db: Database, id: number): Promise<PersonRecord> {
  const person = orNotFound(await findPerson(db, id))
  if (person.closedAt) throw new Refused(409, 'This account is closed.')
  return person
}

/** The student `id` with an open account. Throws Refused: 404 for anybody else, 409 for a closed account. */
export async function requireStudent(db: Database, id: number) {
  const person = await requireOpenAccount(db, id)
  return orNotFound(person.role === 'student' ? person : null)
}

/** A person to add. The demonstration marks its own people, which no form can do. */
export type PersonToAdd = NewAccount & Pick<NewRow<'users'>, 'demonstration'>

/** Adds a person; the demonstration's tutor adds demonstration accounts. Throws Refused: 400 guessable, 409 taken. */
export async function addPerson(
  db: Database,
  actor: Actor,
  account: NewAccount,
  centre: KnownCentre,
): Promise<Account> {
  await validatePerson(db, account, centre)
  const { password, ...person } = account
  const [added] = await insertPeople(db, actor, [{ ...person, passwordHash: await hashPassword(password) }])
  return orNotFound(added)
}

/** Throws one Refused for what a form's rules can't tell of a person to add: a username taken, a guessable password. */
export async function validatePerson(
  db: Database,
  typed: Partial<Record<keyof NewAccount, unknown>>,
  centre: KnownCentre,
): Promise<void> {
  const { shape } = newAccount
  const username = shape.username.safeParse(typed.username).data ?? ''
  const password = shape.password.safeParse(typed.password).data
  const person = { username, firstName: String(typed.firstName ?? ''), lastName: String(typed.lastName ?? '') }
  await collectErrors([
    password ? refuseGuessable(password, person, centre) : Promise.resolve(),
    requireFree(db, username),
  ])
}

async function requireFree(db: Database, username: string): Promise<void> {
  const taken = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  if (taken) throw nameTaken(username)
}

const nameTaken = (username: string) =>
  new Refused(409, `The username ${username} is already taken.`, { field: 'username' })

/** As addPerson, without a check of the password: for the demonstration and for tests. */
export async function addPersonUnchecked(db: Database, actor: Actor, account: PersonToAdd): Promise<Account> {
  const { password, ...person } = account
  const passwordHash = await hashPassword(password)
  return db.transaction().execute((change) => insertOfMaker(change, { ...person, passwordHash }, actor))
}

/** Adds people whose passwords are hashed, all or none; the office is told of tutors. Throws Refused, 409, when a username is taken. */
export async function insertPeople(
  db: Database,
  actor: Actor,
  people: Omit<NewRow<'users'>, 'createdAt'>[],
): Promise<Account[]> {
  return db.transaction().execute(async (change) => {
    const added: Account[] = []
    for (const person of people) {
      const account = await insertOfMaker(change, person, actor)
      await queueOfficeNotice(change, actor, { ...account, action: 'added' })
      added.push(account)
    }
    return added
  })
}

/** As insertPerson; who is added by an account of the demonstration belongs to it. */
async function insertOfMaker(change: Database, person: Omit<NewRow<'users'>, 'createdAt'>, actor: Actor) {
  const maker = change.selectFrom('users').select('demonstration').where('id', '=', actor.id)
  const demonstration = (await maker.executeTakeFirst())?.demonstration
  return insertPerson(change, { demonstration, ...person }, actor)
}

/** Writes a new person's row in a transaction, noted as added by `actor`, or by themselves. Throws Refused, 409, when the username is taken. */
export async function insertPerson(
  change: Database,
  person: Omit<NewRow<'users'>, 'createdAt'>,
  actor?: Actor,
): Promise<Account> {
  const added = await change
    .insertInto('users')
    .values({ ...person, createdAt: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning(accountColumns)
    .executeTakeFirst()
  if (!added) throw nameTaken(person.username)
  await logAccount(change, actor ?? added, 'added', added.id)
  return added
}

/** Changes a person's name and returns their record. Throws what requireOpenAccount and applyPatch throw. */
export async function changePerson(
  db: Database,
  actor: Actor,
  id: number,
  change: Change<PersonName>,
): Promise<PersonRecord> {
  return db.transaction().execute(async (transaction) => {
    const before = await requireOpenAccount(transaction, id)
    const name = await applyPatch(transaction, 'account', before, change, personName)
    const changes = { ...name, version: before.version + 1 }
    await transaction.updateTable('users').set(changes).where('id', '=', id).execute()
    await logAccount(transaction, actor, 'renamed', id)
    return { ...before, ...changes }
  })
}

/** Sets a password and ends the sessions except `keptSession`. Throws Refused: 400 (about `field`), 404, 409, 503. */
export async function changePassword(
  db: Database,
  actor: Actor,
  id: number,
  password: string,
  centre: KnownCentre,
  { field, keptSession }: { field?: string; keptSession?: number } = {},
): Promise<void> {
  await refuseGuessable(password, await requireOpenAccount(db, id), centre, field)
  const passwordHash = await hashPassword(password)
  await changeOpenAccount(db, actor, id, 'set a password', async (change) => {
    await change.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
    await endSessionsOf(change, id, keptSession)
  })
}

/** Logs a person out everywhere. Throws what requireOpenAccount throws. */
export async function endSessions(db: Database, actor: Actor, id: number): Promise<void> {
  await changeOpenAccount(db, actor, id, 'ended the sessions', (change) => endSessionsOf(change, id))
}

/** Closes an account for good and ends its sessions. Throws what requireOpenAccount and requireAnotherTutor throw. */
export async function closeAccountOf(db: Database, actor: Actor, id: number): Promise<void> {
  await changeOpenAccount(db, actor, id, 'closed', async (change) => {
    await requireAnotherTutor(change, id)
    const closed = { closedAt: new Date().toISOString(), demonstration: 0 } as const
    await change.updateTable('users').set(closed).where('id', '=', id).execute()
    await endSessionsOf(change, id)
    for (const table of ['signInCards', 'dayCodes', 'familyLinks'] as const)
      await change.deleteFrom(table).where('userId', '=', id).execute()
  })
}

/** Opens a closed account again, with the password that it had. Throws Refused: 404, 409 when it is open or was the demonstration's. */
export async function reopenAccountOf(db: Database, actor: Actor, id: number): Promise<void> {
  await db.transaction().execute(async (change) => {
    const person = change.updateTable('users').set({ closedAt: null }).where('id', '=', id)
    const closed = person.where('closedAt', 'is not', null).where('erasedAt', 'is', null)
    const { numUpdatedRows } = await closed.where('demonstration', '=', 0).executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Refused(409, 'This account can’t be opened again.')
    await logAccount(change, actor, 'reopened', id)
  })
}

/** Throws Refused, 409, when `id` is the last open tutor; the demonstration's don't count for a real one. */
export async function requireAnotherTutor(db: Database, id: number): Promise<void> {
  const open = db.selectFrom('users').select(['id', 'demonstration']).where('closedAt', 'is', null)
  const tutors = await open.where('role', '=', 'tutor').execute()
  const leaving = tutors.find((tutor) => tutor.id === id)
  if (!leaving) return
  const stays = tutors.some((tutor) => tutor !== leaving && tutor.demonstration <= leaving.demonstration)
  if (!stays) throw new Refused(409, 'This is the last tutor. Please add another tutor first.')
}

export async function endSessionsOf(db: Database, userId: number, stored = 0): Promise<void> {
  const live = db.updateTable('sessions').where('userId', '=', userId).where('endedAt', 'is', null)
  await live.where('id', '!=', stored).set({ endedAt: new Date().toISOString() }).execute()
}

/** All people but the erased, whose rows stay for the files that they published. */
function people(db: Database) {
  return db
    .selectFrom('users')
    .where('erasedAt', 'is', null)
    .select([...accountColumns, 'users.createdAt', 'closedAt', 'version'])
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
}

async function changeOpenAccount(
  db: Database,
  actor: Actor,
  id: number,
  action: Verb,
  change: (db: Database) => Promise<unknown>,
) {
  await db.transaction().execute(async (transaction) => {
    await requireOpenAccount(transaction, id)
    await change(transaction)
    await logAccount(transaction, actor, action, id)
  })
}

export async function logAccount(db: Database, actor: Actor, action: Verb, id: number): Promise<void> {
  const person = db.selectFrom('users').select(['username', 'role']).where('id', '=', id)
  const { username, role } = await person.executeTakeFirstOrThrow()
  const line = { action, noun: 'account', recordId: id, title: username } as const
  if (role !== 'student') await logActivity(db, actor, line)
  else if (actor.id === id) await logRepeatable(db, actor, { ...line, studentId: id })
  else await logActivity(db, actor, { ...line, studentId: id })
  if (action !== 'added') await queueOfficeNotice(db, actor, { id, role, action })
}
