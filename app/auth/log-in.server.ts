import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { Account } from '~/domain/accounts/account'
import { findByPassword, findLock } from '~/domain/accounts/accounts.server'
import { isQueueFull, QUEUE_WAIT } from '~/domain/accounts/password.server'
import { type Credentials, credentials, secondStepCode } from '~/domain/accounts/schema'
import { Refused } from '~/domain/refused'
import { logSecurity } from '~/security-log.server'
import { deviceHeader, knownDevice } from './device.server'
import { type Asking, enter } from './identity.server'
import { logInRefusal } from './log-in-words'
import { type FirstStep, passSecondStep } from './second-step.server'
import { startSession } from './sessions.server'
import { countTry, forgetTries, uncountTry } from './throttle.server'

/** A refused log-in: 401; with the seconds to wait, 429 after too many tries and 503 while too many passwords are being checked. */
function refused(status: 401 | 429 | 503, retryAfter?: number): Refused {
  return new Refused(status, logInRefusal(status), { retryAfter })
}

/** A new session: the Bearer token, and the headers that set the browser's cookies. */
export interface LoggedIn {
  token: string
  headers: Headers
}

/** What a log-in by one call sends: the code too, where there is a second step. */
type Shown = Credentials & { code?: string | null }

/** Logs in by name, password and the code of a second step, if any. Throws Refused, and what passSecondStep throws. */
export async function logIn(asking: Asking, shown: Shown): Promise<LoggedIn> {
  return openSession(asking, await verify(asking, shown), shown.rememberMe)
}

/** Logs in by the page's form, whose fields are valid, and which nobody has read from the request. Throws as logIn does. */
export async function logInByForm(asking: Asking, { rememberMe }: Pick<Credentials, 'rememberMe'>): Promise<LoggedIn> {
  const account = await authenticate(asking, (typed) => verify(asking, namePassword.parse(typed)))
  return openSession(asking, account, rememberMe)
}

/** Completes a log-in by the form with its code, after a first step. Throws what passSecondStep throws. */
export async function logInByCode(asking: Asking, { account, remember }: FirstStep): Promise<LoggedIn> {
  const confirmed = await authenticate(asking, async (typed) => {
    await passSecondStep(asking.context, account, secondStepCode.parse(typed).code)
    return account
  })
  return openSession(asking, confirmed, remember)
}

const namePassword = credentials.pick({ username: true, password: true })

/** The account that `verify` finds by the fields of the request's own form, which remix-auth's form strategy reads. */
function authenticate({ request }: Asking, verify: (typed: object) => Promise<Account>): Promise<Account> {
  const strategy = new FormStrategy<Account>(({ form }) => verify(Object.fromEntries(form)))
  return new Authenticator<Account>().use(strategy).authenticate(strategy.name, request)
}

/** The account that name, password and code belong to, for the page and for POST /api/login. */
async function verify(asking: Asking, { username, password, code = null }: Omit<Shown, 'rememberMe'>) {
  const account = await checkPassword(asking, username, password)
  await passSecondStep(asking.context, account, code)
  return account
}

async function checkPassword(asking: Asking, username: string, password: string): Promise<Account> {
  const { db, network, isOverloaded } = asking.context
  if (isOverloaded) {
    logSecurity('password queue full', { network, status: 503 }, 'warn')
    throw refused(503, QUEUE_WAIT)
  }
  const lock = await findLock(db, { username })
  const userId = lock?.id ?? null
  const attempt = { username, userId, network, device: lock && (await knownDevice(asking, lock)) }
  const wait = await countTry(attempt)
  if (wait > 0) throw refused(429, wait)
  try {
    const account = await findByPassword(db, username, password, attempt.device ? 'known' : 'stranger')
    if (account) {
      await forgetTries(attempt)
      return account
    }
  } catch (error) {
    if (!isQueueFull(error)) throw error
    await uncountTry(attempt)
    logSecurity('password queue full', { network, userId, status: 503 }, 'warn')
    throw refused(503, error.retryAfter)
  }
  logSecurity('log-in refused', { network, userId, status: 401 }, 'warn')
  throw refused(401)
}

/** Starts the session of an authenticated account and makes the device known to it. */
export async function openSession(asking: Asking, account: Account, remember: boolean): Promise<LoggedIn> {
  const { context } = asking
  const secrets = await startSession(context.db, account.id, remember)
  const headers = await enter(asking, secrets, remember)
  headers.append('Set-Cookie', await deviceHeader(asking, account))
  logSecurity('log-in', { network: context.network, userId: account.id })
  return { token: secrets.token, headers }
}
