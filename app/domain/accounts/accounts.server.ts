import { Refused } from '~/domain/refused'
import type { Signer } from '~/signing.server'
import type { Database, Row } from '~db/schema'
import { type Account, accountColumns, operator, sortByName, type Tutor } from './account'
import { closeAccountById, reopenAccountById } from './close-account.server'
import { type HashPriority, hashPassword, type KnownCentre, refuseGuessable, verifyPassword } from './password.server'
import { addPersonUnchecked, changePassword, type PersonToAdd } from './people.server'
import { removeSecondStep, turnOffSecondStep } from './second-step.server'
import { isStudentBetween, type StudentTime } from './student-days'

/** What a log-in reads before it checks the password. Never leaves the server. */
export type AccountCredentials = Pick<Row<'users'>, 'id' | 'passwordHash'>

/** Adds an account for the demonstration or a test, and returns its id. Throws Refused, conflict, when the username is taken. */
export async function addAccount(db: Database, account: PersonToAdd): Promise<number> {
  return (await addPersonUnchecked(db, operator, account)).id
}

/**
 * The account with this username and password, or null. Takes as long for an unknown username, a closed account and a wrong
 * password.
 */
export async function findByPassword(
  db: Database,
  username: string,
  password: string,
  priority: HashPriority = 'stranger',
): Promise<Account | null> {
  const account = await selectWithPassword(db).where('username', '=', username).executeTakeFirst()
  const matches = await verifyPassword(account?.passwordHash, password, priority)
  if (!account || !matches) return null
  const { passwordHash: _, ...person } = account
  return person
}

/** The id and password hash of an open account, or null. A known device is tied to the hash (auth/device.server.ts). */
export async function findCredentials(
  db: Database,
  by: { id: number } | { username: string },
): Promise<AccountCredentials | null> {
  const accounts = selectOpenAccounts(db).select(['id', 'passwordHash'])
  const account = 'id' in by ? accounts.where('id', '=', by.id) : accounts.where('username', '=', by.username)
  return (await account.executeTakeFirst()) ?? null
}

/** An open account, and a signature that changes with its password and reveals nothing about it; null if there is none. */
export async function findOpenAccount(db: Database, sign: Signer, id: number) {
  const row = await selectWithPassword(db).where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const { passwordHash, ...account } = row
  return { account, passwordMark: sign(`a mark of the password ${passwordHash}`) }
}

/** Sets the password of an open or demonstration account, as changePassword does. Throws Refused, notFound, if there is none. */
export async function setPassword(db: Database, username: string, password: string, centre: KnownCentre) {
  await takeOverDemonstrator(db, username, password, centre)
  await changePassword(db, operator, await requireAccountId(db, username), password, centre)
}

async function takeOverDemonstrator(db: Database, username: string, password: string, centre: KnownCentre) {
  const demonstrators = db.selectFrom('users').select(accountColumns).where('demonstration', '=', 1)
  const demonstrator = await demonstrators.where('username', '=', username).executeTakeFirst()
  if (!demonstrator) return
  await refuseGuessable(password, demonstrator, centre)
  // One statement sets both: the account is never open with the demonstration's password.
  const columns = { demonstration: 0, closedAt: null, passwordHash: await hashPassword(password) } as const
  await db.transaction().execute(async (change) => {
    await change.updateTable('users').set(columns).where('id', '=', demonstrator.id).execute()
    await removeSecondStep(change, demonstrator.id)
  })
}

/** Closes the account `username` and ends its sessions. Throws Refused: notFound when there is none, conflict when it is the last tutor's. */
export async function closeAccount(db: Database, username: string): Promise<void> {
  await closeAccountById(db, operator, await requireAccountId(db, username))
}

/** Opens the closed account `username` again. Returns and throws what reopenAccountById does. */
export async function reopenAccount(db: Database, username: string, firstDay?: string | null) {
  const account = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  if (!account) throw new Refused('notFound', `There is no account with the username ${username}.`)
  return reopenAccountById(db, operator, account.id, firstDay)
}

/**
 * Turns off the second step of the open account `username` and ends its sessions. Throws Refused: notFound if there is no account, conflict
 * if it is off.
 */
export async function turnOffSecondStepByOperator(db: Database, username: string): Promise<void> {
  await turnOffSecondStep(db, operator, await requireAccountId(db, username), { endSessions: true })
}

/** Throws Refused, invalid, with the message `words` about `field`, unless all `ids` are students'. */
export async function requireStudentIds(
  db: Database,
  ids: number[],
  { message, field }: { message: string; field: string },
) {
  const students = db.selectFrom('users').select('id').where('role', '=', 'student').where('erasedAt', 'is', null)
  const known = await students.where('id', 'in', ids).execute()
  if (known.length < ids.length) throw new Refused('invalid', message, { field })
}

/** The students with an open account, and those of `ids` who have left, by name, for a tutor. */
export const listStudents = (db: Database, _tutor: Tutor, ids: readonly number[] = []): Promise<Account[]> =>
  readStudentAccounts(db, ids)

/** The same for a job, or within a read that asked for a tutor. */
export async function readStudentAccounts(db: Database, ids: readonly number[] = []): Promise<Account[]> {
  const students = db.selectFrom('users').select(accountColumns).where('role', '=', 'student')
  return sortByName(
    await students.where(({ or, eb }) => or([eb('closedAt', 'is', null), eb('id', 'in', ids)])).execute(),
  )
}

export type DatedStudent = Account & StudentTime

/**
 * The students of some days, also those who have left since, by name, and the other students of `ids`. Those who are erased are not among
 * them.
 */
export async function readStudentsBetween(
  db: Database,
  { from, to }: { from: string; to: string },
  ids: readonly number[],
): Promise<DatedStudent[]> {
  const students = db.selectFrom('users').select([...accountColumns, 'firstDay', 'lastDay', 'earlierDays', 'closedAt'])
  const all = await students.where('role', '=', 'student').where('erasedAt', 'is', null).execute()
  const known = new Set(ids)
  // Accounts of the demonstration are closed without a last day.
  const isThere = (one: (typeof all)[number]) =>
    known.has(one.id) || (isStudentBetween(one, from, to) && (one.lastDay !== null || one.closedAt === null))
  return sortByName(all.filter(isThere)).map(({ closedAt: _, ...student }) => student)
}

/** The erased students of some days, and those of `ids`, without names. */
export async function readFormerStudentsBetween(
  db: Database,
  { from, to }: { from: string; to: string },
  ids: readonly number[],
): Promise<(StudentTime & Pick<DatedStudent, 'id'>)[]> {
  const students = db.selectFrom('users').select(['id', 'firstDay', 'lastDay', 'earlierDays'])
  const erased = students.where('role', '=', 'student').where('erasedAt', 'is not', null)
  // Those who were erased before there were first days have only their lines.
  const isThere = (one: Awaited<ReturnType<typeof erased.execute>>[number]) =>
    ids.includes(one.id) || (one.firstDay && one.lastDay && isStudentBetween(one, from, to))
  return (await erased.execute()).filter(isThere).sort((one, other) => one.id - other.id)
}

const selectOpenAccounts = (db: Database) => db.selectFrom('users').where('closedAt', 'is', null)
const selectWithPassword = (db: Database) => selectOpenAccounts(db).select([...accountColumns, 'users.passwordHash'])

async function requireAccountId(db: Database, username: string): Promise<number> {
  const account = await selectOpenAccounts(db).select('id').where('username', '=', username).executeTakeFirst()
  if (!account) throw new Refused('notFound', `There is no open account with the username ${username}.`)
  return account.id
}
