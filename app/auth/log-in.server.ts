import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { Account } from '~/domain/accounts/account'
import { findByPassword, findLock } from '~/domain/accounts/accounts.server'
import { isQueueFull, QUEUE_WAIT } from '~/domain/accounts/password.server'
import { type Credentials, credentials } from '~/domain/accounts/schema'
import { logSecurity } from '~/http/security-log.server'
import { deviceHeader, knownDevice } from './device.server'
import { type Asking, enter } from './identity.server'
import { logInRefusal } from './log-in-words'
import { passSecondStep } from './second-step.server'
import { startSession } from './sessions.server'
import { countTry, forgetTries, uncountTry } from './throttle.server'

/**
 * A log-in that was refused: 401 for a wrong name or password; with the seconds to wait, 429 after too many tries (RFC 6585)
 * and 503 while too many passwords are being looked at (RFC 9110 section 15.6.4).
 */
export class LogInRefused extends Error {
  constructor(
    readonly status: 401 | 429 | 503,
    readonly retryAfter?: number,
  ) {
    super(logInRefusal(status))
  }
}

/** A person who is logged in: the Bearer token, and the headers that give the browser its cookies. */
export interface LoggedIn {
  token: string
  headers: Headers
}

/**
 * Checks a name and password, and the code of a second step where there is one, and starts a session. Throws LogInRefused, and
 * as passSecondStep does. Shared by the log-in page and POST /api/login.
 */
export async function logIn(
  asking: Asking,
  { rememberMe, code = null, ...wanted }: Credentials & { code?: string | null },
): Promise<LoggedIn> {
  const account = await checkPassword(asking, wanted)
  await passSecondStep(asking.context, account, code)
  return openSession(asking, account, rememberMe)
}

/** Whose name and password these are. Throws LogInRefused. */
async function checkPassword(
  asking: Asking,
  { username, password }: Pick<Credentials, 'username' | 'password'>,
): Promise<Account> {
  const { db, network, isCrowded } = asking.context
  if (isCrowded) {
    logSecurity('password queue full', { network, status: 503 }, 'warn')
    throw new LogInRefused(503, QUEUE_WAIT)
  }
  const lock = await findLock(db, { username })
  const userId = lock?.id ?? null
  const attempt = { username, userId, network, device: lock && (await knownDevice(asking, lock)) }
  const wait = await countTry(attempt)
  if (wait > 0) throw new LogInRefused(429, wait)
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
    throw new LogInRefused(503, error.retryAfter)
  }
  logSecurity('log-in refused', { network, userId, status: 401 }, 'warn')
  throw new LogInRefused(401)
}

/** Starts the session of somebody who has shown who they are, on a device that is known from now on. */
export async function openSession(asking: Asking, account: Account, remember: boolean): Promise<LoggedIn> {
  const { context } = asking
  const secrets = await startSession(context.db, account.id, remember)
  const headers = await enter(asking, secrets, remember)
  headers.append('Set-Cookie', await deviceHeader(asking, account))
  logSecurity('log-in', { network: context.network, userId: account.id })
  return { token: secrets.token, headers }
}

/** remix-auth's door for the log-in form: the form's fields in, a session out. Throws ZodError, and as logIn does. */
export function logInByForm(asking: Asking) {
  return new Authenticator<LoggedIn>().use(
    new FormStrategy(async ({ form }) => logIn(asking, credentials.parse(Object.fromEntries(form)))),
  )
}
