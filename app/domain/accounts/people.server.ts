import { logActivity, logRepeatable } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import { formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import { type Page, paginateIds } from '~/domain/page.server'
import { collectErrors, orNotFound, Refused } from '~/domain/refused'
import type { Role } from '~db/choices'
import type { Database, NewRow, Row, Verb } from '~db/schema'
import { queueOfficeNotice } from './access-notices.server'
import {
  type Account,
  type Actor,
  accountColumns,
  formatFullName,
  getListNames,
  sortByName,
  type Tutor,
} from './account'
import { hashPassword, isUsernameTaken, type KnownCentre, refuseGuessable } from './password.server'
import { type NewAccount, newAccount, type PersonName, personName, type StudentDays, studentDays } from './schema'
import { endOn, parseEarlierDays, type StudentTime } from './student-days'

export type PersonRecord = Account &
  Pick<Row<'users'>, 'createdAt' | 'closedAt' | 'version'> &
  StudentTime & {
    openSessions: number
    /** Their full name, with the username if someone else has the same one. */
    name: string
  }

export const describeName: FieldDescriptions<PersonName> = [
  { label: 'First name', getText: ({ firstName }) => firstName },
  { label: 'Last name', getText: ({ lastName }) => lastName },
]

const formatOptionalDay = (day: string | null) => (day ? formatDate(day) : 'Not set')

export const describeStudentDays: FieldDescriptions<StudentDays> = [
  { label: 'First day', getText: ({ firstDay }) => formatOptionalDay(firstDay) },
  { label: 'Last day', getText: ({ lastDay }) => formatOptionalDay(lastDay) },
]

/** One page of all accounts, open ones first, by name. Reads all names, because SQLite can't sort them as people do. */
export async function paginatePeople(db: Database, _tutor: Tutor, page: number): Promise<Page<PersonRecord>> {
  const names = sortByName(await selectNames(db))
  const inOrder = [...names.filter(({ closedAt }) => !closedAt), ...names.filter(({ closedAt }) => closedAt)]
  const ids = inOrder.map(({ id }) => id)
  const listNames = getListNames(names)
  return paginateIds(ids, page, async (shown) => {
    const people = await selectPeople(db).where('users.id', 'in', shown).execute()
    return people.map((person) => ({ ...person, name: listNames.get(person.id) ?? '' }))
  })
}

/** Everyone's name, to choose from. People with the same name get their username too. */
export async function listNamesOfPeople(db: Database, _tutor: Tutor): Promise<{ id: number; name: string }[]> {
  return [...getListNames(sortByName(await selectNames(db)))].map(([id, name]) => ({ id, name }))
}

function selectNames(db: Database) {
  const people = db.selectFrom('users').where('erasedAt', 'is', null)
  return people.select(['id', 'firstName', 'lastName', 'username', 'closedAt']).execute()
}

/** A person, for a tutor. */
export const findPerson = (db: Database, _tutor: Tutor, id: number): Promise<PersonRecord | null> =>
  findPersonById(db, id)

/** The same for a change, an export or an operator. */
export async function findPersonById(db: Database, id: number): Promise<PersonRecord | null> {
  const person = await selectPeople(db).where('users.id', '=', id).executeTakeFirst()
  return person ? { ...person, name: await readListName(db, person) } : null
}

/** A person's full name where it is alone, in a heading, a mail or the log: with the username if someone else has the same one. */
export async function readListName(db: Database, { id, firstName, lastName }: Omit<Account, 'username' | 'role'>) {
  return (await readListNames(db)).get(id) ?? formatFullName({ firstName, lastName })
}

/** The same of everyone, by id. */
export const readListNames = async (db: Database): Promise<Map<number, string>> => getListNames(await selectNames(db))

/**
 * The person `id`, whose account must be open, for a tutor. Throws Refused: notFound if there is no such person, conflict if the account is
 * closed.
 */
export const requireOpenAccount = (db: Database, _tutor: Tutor, id: number): Promise<PersonRecord> =>
  requireOpenAccountById(db, id)

async function requireOpenAccountById(db: Database, id: number): Promise<PersonRecord> {
  const person = orNotFound(await findPersonById(db, id))
  if (person.closedAt) throw new Refused('conflict', 'This account is closed.')
  return person
}

/**
 * The student `id`, whose account must be open, for a tutor. Throws Refused: notFound if there is no such student, conflict if the account is
 * closed.
 */
export const requireStudent = (db: Database, _tutor: Tutor, id: number): Promise<PersonRecord> =>
  requireStudentById(db, id)

/** The same for a change. Throws what requireStudent throws. */
export async function requireStudentById(db: Database, id: number): Promise<PersonRecord> {
  const person = await requireOpenAccountById(db, id)
  return orNotFound(person.role === 'student' ? person : null)
}

/** A person to add. Only the demonstration marks its own people; no form can. */
export type PersonToAdd = NewAccount & Pick<NewRow<'users'>, 'demonstration' | 'firstDay'>

/**
 * Adds a person. Accounts that the demonstration's tutor adds belong to the demonstration. Throws Refused: invalid if the password is
 * guessable, conflict if the username is taken.
 */
export async function addPerson(
  db: Database,
  actor: Actor,
  account: NewAccount & { firstDay?: string | null },
  centre: KnownCentre,
): Promise<Account> {
  await validatePerson(db, actor, account, centre)
  const { password, firstDay, ...person } = account
  const row = { ...person, ...toFirstDay(person.role, firstDay), passwordHash: await hashPassword(password) }
  const [added] = await insertPeople(db, actor, [row])
  return orNotFound(added)
}

/** The column of a student's first day; today if none is given. Tutors have none. */
export const toFirstDay = (role: Role, firstDay?: string | null) => ({
  firstDay: role === 'student' ? (firstDay ?? formatIsoDay(getToday())) : null,
})

/** Throws one Refused with all errors that a form's rules can't detect: a taken username, a guessable password. */
export async function validatePerson(
  db: Database,
  _actor: Actor,
  typed: Partial<Record<keyof NewAccount, unknown>>,
  centre: KnownCentre,
): Promise<void> {
  const { shape } = newAccount
  const username = shape.username.safeParse(typed.username).data ?? ''
  const password = shape.password.safeParse(typed.password).data
  const person = { username, firstName: String(typed.firstName ?? ''), lastName: String(typed.lastName ?? '') }
  await collectErrors([
    password ? refuseGuessable(password, person, centre) : Promise.resolve(),
    requireFreeUsername(db, username),
  ])
}

async function requireFreeUsername(db: Database, username: string): Promise<void> {
  if (await isUsernameTaken(db, username)) throw createUsernameTakenError(username)
}

const createUsernameTakenError = (username: string) =>
  new Refused('conflict', `The username ${username} is already taken.`, { field: 'username' })

/** As addPerson, without checking the password and without a first day, for the demonstration and tests. */
export async function addPersonUnchecked(db: Database, actor: Actor, account: PersonToAdd): Promise<Account> {
  const { password, ...person } = account
  const passwordHash = await hashPassword(password)
  return db.transaction().execute((change) => insertByActor(change, { firstDay: null, ...person, passwordHash }, actor))
}

/**
 * Adds people with hashed passwords, all or none, and notifies the office of tutors. Throws Refused, conflict, if a username is taken.
 */
export async function insertPeople(
  db: Database,
  actor: Actor,
  people: Omit<NewRow<'users'>, 'createdAt'>[],
): Promise<Account[]> {
  return db.transaction().execute(async (change) => {
    const added: Account[] = []
    for (const person of people) {
      const account = await insertByActor(change, person, actor)
      await queueOfficeNotice(change, actor, { ...account, action: 'added' })
      added.push(account)
    }
    return added
  })
}

/** As insertPerson. People whom a demonstration account adds belong to the demonstration. */
async function insertByActor(change: Database, person: Omit<NewRow<'users'>, 'createdAt'>, actor: Actor) {
  const creator = change.selectFrom('users').select('demonstration').where('id', '=', actor.id)
  const demonstration = (await creator.executeTakeFirst())?.demonstration
  return insertPerson(change, { demonstration, ...person }, actor)
}

/**
 * Inserts a person, within a transaction. The log says that `actor` added them, or if there is none, they themselves. Throws
 * Refused, conflict, if the username is taken.
 */
export async function insertPerson(
  change: Database,
  person: Omit<NewRow<'users'>, 'createdAt'>,
  actor?: Actor,
): Promise<Account> {
  const added = await change
    .insertInto('users')
    .values({
      ...toFirstDay(person.role),
      ...person,
      createdAt: new Date().toISOString(),
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning(accountColumns)
    .executeTakeFirst()
  if (!added) throw createUsernameTakenError(person.username)
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
    const before = await requireOpenAccountById(transaction, id)
    const name = await applyPatch(transaction, 'account', before, change, personName)
    const changes = { ...name, version: before.version + 1 }
    await transaction.updateTable('users').set(changes).where('id', '=', id).execute()
    await logAccount(transaction, actor, 'renamed', id)
    return orNotFound(await findPersonById(transaction, id))
  })
}

const NEEDS_LAST_DAY = 'A closed account needs a last day, so that the register of the days before stays.'

/**
 * Changes a student's first and last day, also after they have left. Throws Refused: notFound, invalid for a closed account that would lose its
 * last day or for days that overlap an earlier time, and what applyPatch throws.
 */
export async function changeStudentDays(
  db: Database,
  tutor: Tutor,
  id: number,
  change: Change<StudentDays>,
): Promise<PersonRecord> {
  return db.transaction().execute(async (transaction) => {
    const before = orNotFound(await findPersonById(transaction, id))
    orNotFound(before.role === 'student' ? before : null)
    const days = await applyPatch(transaction, 'account', before, change, studentDays)
    // Accounts of the demonstration are closed without one.
    if (before.closedAt && before.lastDay && !days.lastDay)
      throw new Refused('invalid', NEEDS_LAST_DAY, { field: 'lastDay' })
    const lastBefore = parseEarlierDays(before).at(-1)?.lastDay
    if (lastBefore && (days.firstDay ?? '') <= lastBefore)
      throw new Refused(
        'invalid',
        `They were here before until ${formatDate(lastBefore)}. Please choose a later day.`,
        {
          field: 'firstDay',
        },
      )
    const changes = { ...days, version: before.version + 1 }
    await transaction.updateTable('users').set(changes).where('id', '=', id).execute()
    await logAccount(transaction, tutor, 'changed', id)
    return { ...before, ...changes }
  })
}

/** Sets a password and ends all sessions except `exceptSession`. Throws Refused: invalid (about `field`), notFound, conflict, busy. */
export async function changePassword(
  db: Database,
  actor: Actor,
  id: number,
  password: string,
  centre: KnownCentre,
  { field, exceptSession }: { field?: string; exceptSession?: number } = {},
): Promise<void> {
  await refuseGuessable(password, await requireOpenAccountById(db, id), centre, field)
  const passwordHash = await hashPassword(password)
  await changeOpenAccount(db, actor, id, 'set a password', async (change) => {
    await change.updateTable('users').set({ passwordHash }).where('id', '=', id).execute()
    await endSessionsOf(change, id, exceptSession)
  })
}

/** Logs a person out everywhere. Throws what requireOpenAccount throws. */
export async function endSessions(db: Database, actor: Actor, id: number): Promise<void> {
  await changeOpenAccount(db, actor, id, 'ended the sessions', (change) => endSessionsOf(change, id))
}

/** Ends a student's time at the centre with the day of a moment, unless it ends already. */
export async function writeLastDay(change: Database, id: number, moment: string): Promise<void> {
  const students = change.selectFrom('users').select(['firstDay', 'lastDay', 'earlierDays'])
  const student = await students.where('id', '=', id).where('role', '=', 'student').executeTakeFirst()
  if (!student) return
  const days = endOn(student, formatIsoDay(getToday(new Date(moment))))
  await change.updateTable('users').set(days).where('id', '=', id).execute()
}

export async function endSessionsOf(db: Database, userId: number, exceptSession = 0): Promise<void> {
  const live = db.updateTable('sessions').where('userId', '=', userId).where('endedAt', 'is', null)
  await live.where('id', '!=', exceptSession).set({ endedAt: new Date().toISOString() }).execute()
}

/** Leaves out erased people, whose rows stay because their published files refer to them. */
export function selectPeople(db: Database) {
  return db
    .selectFrom('users')
    .where('erasedAt', 'is', null)
    .select([...accountColumns, 'users.createdAt', 'closedAt', 'firstDay', 'lastDay', 'earlierDays', 'version'])
    .select((expression) =>
      expression
        .selectFrom('sessions')
        .select((count) => count.fn.countAll<number>().as('open'))
        .whereRef('sessions.userId', '=', 'users.id')
        .where('endedAt', 'is', null)
        .where('expiresAt', '>', new Date().toISOString())
        .$asScalar()
        .$notNull()
        .as('openSessions'),
    )
}

export async function changeOpenAccount(
  db: Database,
  actor: Actor,
  id: number,
  action: Verb,
  change: (db: Database) => Promise<unknown>,
) {
  await db.transaction().execute(async (transaction) => {
    await requireOpenAccountById(transaction, id)
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
