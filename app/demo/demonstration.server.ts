import { join } from 'node:path'
import { closeDemonstration, openDemonstration, randomPassword } from '~/domain/accounts/demonstration.server'
import { isLoopback } from '~/domain/limits/network'
import { log } from '~/log.server'
import { sessionSecret } from '~/seal.server'
import { logSecurity } from '~/security-log.server'
import type { Settings } from '~/settings.server'
import type { Database } from '~db/schema'
import { fillWithDemo } from './fill'

/** Who can log in to the demonstration, and with which password. */
export interface Demonstration {
  usernames: string[]
  password: string
}

/** Opens the demonstration with DEMO on, and closes one that was there with it off; null where there is none. */
export function demonstrationOf(db: Database, settings: Settings): Promise<Demonstration | null> {
  return settings.demo ? begin(db, settings, settings.demo) : end(db)
}

async function begin(db: Database, { dataDir }: Settings, given: { password?: string }): Promise<Demonstration | null> {
  const password = given.password ?? randomPassword()
  await fillWithDemo(db, join(dataDir, 'uploads'), password)
  const usernames = await openDemonstration(db, password)
  if (usernames.length === 0) return null
  logSecurity('demonstration on', {}, 'warn')
  const names = new Intl.ListFormat('en-IE', { type: 'disjunction' }).format(usernames)
  // A generated password is stored nowhere else, so it is logged at warn.
  log[given.password ? 'info' : 'warn'](`Demonstration: log in as ${names} with the password ${password}`)
  return { usernames, password }
}

async function end(db: Database): Promise<null> {
  const closed = await closeDemonstration(db)
  if (closed > 0) {
    logSecurity('demonstration closed', {})
    log.warn(
      { closed },
      'This was a demonstration. Its accounts are closed while DEMO is off, and its made-up content stays until someone ' +
        'deletes it: start a real centre with an empty DATA_DIR. One account is made the centre’s own by "npm run user -- password USERNAME".',
    )
  }
  return null
}

type Environment = Record<string, string | undefined>

/**
 * The settings that scripts/start adds where `environment` has none: a demonstration on localhost. Only there is the password a
 * known one; a demonstration that others can reach makes a new one at each start.
 */
export function firstTry(environment: Environment): Environment {
  const HOST = environment.HOST || '127.0.0.1'
  const onlyHere = isLoopback(HOST) && !environment.PUBLIC_URL && !Number(environment.TRUST_PROXY)
  return {
    HOST,
    PORT: environment.PORT || '3000',
    DEMO: environment.DEMO || '1',
    SESSION_SECRET: environment.SESSION_SECRET || sessionSecret(environment.DATA_DIR || 'data'),
    DEMO_PASSWORD: environment.DEMO_PASSWORD || (onlyHere ? 'riverbank-demo' : ''),
  }
}
