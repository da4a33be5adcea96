import { join } from 'node:path'
import { addAccount } from '~/domain/accounts/accounts.server'
import {
  closeDemonstration,
  demonstrators,
  openDemonstration,
  randomPassword,
} from '~/domain/accounts/demonstration.server'
import { isLoopback } from '~/domain/limits/network'
import { log } from '~/log.server'
import type { SecurityLog } from '~/security-log.server'
import type { Settings } from '~/settings.server'
import { loadSessionSecret } from '~/signing.server'
import type { Database } from '~db/schema'
import { addDemoBoard } from './board'
import { addDemoEnquiries } from './enquiries'
import { addDemoEvents } from './events'
import { addDemoFiles, addDemoPhotos } from './files'
import { addDemoNewsletters } from './newsletters'
import { addDemoResources } from './resources'
import { addDemoAbsence, addDemoConsents, addDemoQuestion } from './students'
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
