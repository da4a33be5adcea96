import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { Account } from '~/domain/accounts/account'
import { findByPassword, findLock } from '~/domain/accounts/accounts.server'
import { isQueueFull, QUEUE_WAIT } from '~/domain/accounts/password.server'
import type { Credentials } from '~/domain/accounts/schema'
import { Refused } from '~/domain/refused'
import { logSecurity } from '~/security-log.server'
import { deviceHeader, knownDevice } from './device.server'
import { type Asking, enter } from './identity.server'
import { logInRefusal } from './log-in-words'
import type { FirstStep } from './second-step.server'
import { passSecondStep } from './second-step.server'
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

/** What somebody presents: the page asks for the code separately, an API call sends it along. */
type Shown = Partial<Pick<Credentials, 'username' | 'password'>> & { code?: string | null }

/** Logs in by name, password and the code of a second step, if any. Throws Refused, and what passSecondStep throws. */
export async function logIn(asking: Asking, { rememberMe, ...shown }: Credentials & Shown): Promise<LoggedIn> {
  return openSession(asking, await authenticate(asking, shown), rememberMe)
}

/** Completes a log-in by its code, after a first step. Throws what passSecondStep throws. */
export async function logInByCode(asking: Asking, passed: FirstStep, code: string): Promise<LoggedIn> {
  return openSession(asking, await authenticate(asking, { code }, passed.account), passed.remember)
}

/**
 * The account that name, password and code belong to. The one place where credentials are checked, for the page's two steps and for
 * POST /api/login. The fields are valid by their schema already. They reach remix-auth's form strategy URL-encoded, because
 * multipart would change a password's line breaks. `passed` is the account of a completed first step.
 */
async function authenticate(asking: Asking, shown: Shown, passed?: Account): Promise<Account> {
  const strategy = new FormStrategy(async ({ form }) => {
    const { username = '', password = '', code = null } = Object.fromEntries(form) as Partial<Record<string, string>>
    const account = passed ?? (await checkPassword(asking, username, password))
    await passSecondStep(asking.context, account, code)
    return account
  })
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(shown)) if (typeof value === 'string') body.set(name, value)
  const request = new Request(asking.request.url, { method: 'POST', body })
  return new Authenticator<Account>().use(strategy).authenticate(strategy.name, request)
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
