import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { addAccount } from '~/domain/accounts/accounts.server'
import { hashPassword } from '~/domain/accounts/password.server'
import { endSessionsOf } from '~/domain/accounts/people.server'
import { removeSecondStep } from '~/domain/accounts/second-step.server'
import { isLoopback } from '~/domain/limits/limits.server'
import { log } from '~/log.server'
import type { SecurityLog } from '~/security-log.server'
import type { Settings } from '~/settings.server'
import { loadSessionSecret } from '~/signing.server'
import type { Database } from '~db/schema'
import { addDemoBoard } from './board'
import { addDemoEvents } from './events'
import { addDemoFiles, addDemoPhotos } from './files'
import { addDemoNewsletters } from './newsletters'
import { addDemoAbsence, addDemoConsents, addDemoEnquiries, addDemoQuestion } from './people'
import { addDemoResources } from './resources'
import { addDemoTimetables, addDemoWeek } from './timetables'

/** Adds three accounts and sample content to a database without accounts. Leaves others unchanged. */
async function fillWithDemo(db: Database, uploads: string, password: string): Promise<void> {
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  const add = async <Person extends (typeof demonstrators)[keyof typeof demonstrators]>(person: Person) => {
    const firstDay = person.role === 'student' ? '2025-09-01' : null
    const id = await addAccount(db, { ...person, password, demonstration: 1, firstDay })
    return { id, ...person }
  }
  const tutor = await add(demonstrators.tutor)
  const daniel = await add(demonstrators.daniel)
  const niamh = await add(demonstrators.niamh)
  await addDemoFiles(db, uploads, { tutor, students: [daniel, niamh] })
  await addDemoTimetables(db, uploads, { tutor, students: [daniel, niamh] })
  await addDemoWeek(db, { tutor, students: [daniel, niamh] })
  await addDemoAbsence(db, tutor, niamh)
  await addDemoQuestion(db, tutor, niamh)
  await addDemoPhotos(db, uploads, tutor)
  await addDemoBoard(db)
  await addDemoResources(db, tutor)
  await addDemoEvents(db)
  await addDemoEnquiries(db, tutor)
  await addDemoNewsletters(db, uploads, tutor)
  await addDemoConsents(db, { tutor, students: [daniel, niamh] })
}

export interface Demonstration {
  usernames: string[]
  password: string
}

/** Opens the demonstration if DEMO is on, and otherwise closes an earlier one. Returns null if none is open. */
export function setUpDemonstration(
  db: Database,
  settings: Settings,
  securityLog: SecurityLog,
): Promise<Demonstration | null> {
  return settings.demo
    ? startDemonstration(db, settings, settings.demo, securityLog)
    : endDemonstration(db, securityLog)
}

async function startDemonstration(
  db: Database,
  { dataDir }: Settings,
  input: { password?: string },
  securityLog: SecurityLog,
): Promise<Demonstration | null> {
  const password = input.password ?? randomPassword()
  await fillWithDemo(db, join(dataDir, 'uploads'), password)
  const usernames = await openDemonstration(db, password)
  if (usernames.length === 0) return null
  securityLog.record('demonstration on', {}, 'warn')
  const names = new Intl.ListFormat('en-IE', { type: 'disjunction' }).format(usernames)
  // Log a generated password at warn, since it is stored nowhere else.
  log[input.password ? 'info' : 'warn'](`Demonstration: log in as ${names} with the password ${password}`)
  return { usernames, password }
}

async function endDemonstration(db: Database, securityLog: SecurityLog): Promise<null> {
  const closed = await closeDemonstration(db)
  if (closed > 0) {
    securityLog.record('demonstration closed', {})
    log.warn(
      { closed },
      'This was a demonstration. Its accounts are closed while DEMO is off. Its made-up content stays until someone deletes ' +
        'it, so start a real centre with an empty DATA_DIR. To keep one account, run "npm run user -- password USERNAME".',
    )
  }
  return null
}

type Environment = Record<string, string | undefined>

/**
 * The settings that scripts/start adds to `environment`: a demonstration on localhost. Its password is only known in advance there; a
 * demonstration that other machines can reach generates one at each start.
 */
export function getTrialSettings(environment: Environment): Environment {
  const HOST = environment.HOST || '127.0.0.1'
  const onlyHere = isLoopback(HOST) && !environment.PUBLIC_URL && !Number(environment.TRUST_PROXY)
  return {
    HOST,
    PORT: environment.PORT || '3000',
    DEMO: environment.DEMO || '1',
    SESSION_SECRET: environment.SESSION_SECRET || loadSessionSecret(environment.DATA_DIR || 'data'),
    DEMO_PASSWORD: environment.DEMO_PASSWORD || (onlyHere ? 'riverbank-demo' : ''),
  }
}

/** The demonstration's people. Their password is shown to everyone who tries it. */
export const demonstrators = {
  tutor: { username: 'demo.tutor', role: 'tutor', firstName: 'Aoife', lastName: 'Brennan' },
  daniel: { username: 'demo.student', role: 'student', firstName: 'Daniel', lastName: 'Okafor' },
  niamh: { username: 'demo.student2', role: 'student', firstName: 'Niamh', lastName: 'Walsh' },
} as const
const usernames = Object.values(demonstrators).map(({ username }) => username)

/** Letters and digits that are not confused when people copy them from a screen. */
const UNAMBIGUOUS_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password for a demonstration open to other machines: 12 characters, about 59 bits. */
export function randomPassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => UNAMBIGUOUS_CHARACTERS[randomInt(UNAMBIGUOUS_CHARACTERS.length)]).join('')
  return `${group()}-${group()}-${group()}`
}

/** Opens the demonstration's accounts with `password` and no second step. Returns their usernames, if any. */
export async function openDemonstration(db: Database, password: string): Promise<string[]> {
  await db.updateTable('users').set({ closedAt: null }).where('demonstration', '=', 1).execute()
  const accounts = await db
    .selectFrom('users')
    .select(['id', 'username', 'passwordHash'])
    .where('demonstration', '=', 1)
    .where('username', 'in', usernames)
    .orderBy('id')
    .execute()
  for (const { id, passwordHash } of accounts) {
    await removeSecondStep(db, id)
    if (await verify(passwordHash, password)) continue
    const set = { passwordHash: await hashPassword(password) }
    await db.updateTable('users').set(set).where('id', '=', id).execute()
    await endSessionsOf(db, id)
  }
  return accounts.map(({ username }) => username)
}

/** Closes the demonstration's accounts and those that its tutor added, and ends their sessions. Returns how many. */
export async function closeDemonstration(db: Database): Promise<number> {
  return db.transaction().execute(async (change) => {
    const accounts = await change.selectFrom('users').select('id').where('demonstration', '=', 1).execute()
    const open = change.updateTable('users').where('demonstration', '=', 1).where('closedAt', 'is', null)
    await open.set({ closedAt: new Date().toISOString() }).execute()
    for (const { id } of accounts) await endSessionsOf(change, id)
    return accounts.length
  })
}
