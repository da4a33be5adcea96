import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { Account } from '~/domain/accounts/account'
import { findByPassword, findCredentials } from '~/domain/accounts/accounts.server'
import { isQueueFull, QUEUE_WAIT } from '~/domain/accounts/password.server'
import { type Credentials, credentials, secondStepCode } from '~/domain/accounts/schema'
import { Refused } from '~/domain/refused'
import { logSecurity } from '~/security-log.server'
import { createDeviceCookieHeader, findKnownDevice } from './device.server'
import { createLogInHeaders, type RequestArgs } from './identity.server'
import { getLogInRefusalMessage } from './log-in-words'
import { type FirstStep, verifySecondStep } from './second-step.server'
import { startSession } from './sessions.server'
import { countLogInAttempt, resetLogInAttempts, uncountLogInAttempt } from './throttle.server'

/** A refused log-in: 401; with the seconds to wait, 429 after too many tries and 503 while too many passwords are being checked. */
function refused(status: 401 | 429 | 503, retryAfter?: number): Refused {
  return new Refused(status, getLogInRefusalMessage(status), { retryAfter })
}

/** A new session: the Bearer token, and the headers that set the browser's cookies. */
export interface LoggedIn {
  token: string
  headers: Headers
}

/** What a log-in by one call sends: the code too, where there is a second step. */
type Shown = Credentials & { code?: string | null }

/** Logs in by name, password and the code of a second step, if any. Throws Refused, and what verifySecondStep throws. */
export async function logIn(args: RequestArgs, shown: Shown): Promise<LoggedIn> {
  return openSession(args, await verify(args, shown), shown.rememberMe)
}

/** Logs in by the page's form, whose fields are valid, and which nobody has read from the request. Throws as logInByApi does. */
export async function logInByForm(
  args: RequestArgs,
  { rememberMe }: Pick<Credentials, 'rememberMe'>,
): Promise<LoggedIn> {
  const account = await authenticate(args, (typed) => verify(args, namePassword.parse(typed)))
  return openSession(args, account, rememberMe)
}

/** Completes a log-in by the form with its code, after a first step. Throws what verifySecondStep throws. */
export async function logInByCode(args: RequestArgs, { account, remember }: FirstStep): Promise<LoggedIn> {
  const confirmed = await authenticate(args, async (typed) => {
    await verifySecondStep(args.context, account, secondStepCode.parse(typed).code)
    return account
  })
  return openSession(args, confirmed, remember)
}

const namePassword = credentials.pick({ username: true, password: true })

/** The account that `verify` finds by the fields of the request's own form, which remix-auth's form strategy reads. */
function authenticate({ request }: RequestArgs, verify: (typed: object) => Promise<Account>): Promise<Account> {
  const strategy = new FormStrategy<Account>(({ form }) => verify(Object.fromEntries(form)))
  return new Authenticator<Account>().use(strategy).authenticate(strategy.name, request)
}

/** The account that name, password and code belong to, for the page and for POST /api/login. */
async function verify(args: RequestArgs, { username, password, code = null }: Omit<Shown, 'rememberMe'>) {
  const account = await checkPassword(args, username, password)
  await verifySecondStep(args.context, account, code)
  return account
}

async function checkPassword(args: RequestArgs, username: string, password: string): Promise<Account> {
  const { db, network, isOverloaded } = args.context
  if (isOverloaded) {
    logSecurity('password queue full', { network, status: 503 }, 'warn')
    throw refused(503, QUEUE_WAIT)
  }
  const lock = await findCredentials(db, { username })
  const userId = lock?.id ?? null
  const attempt = { username, userId, network, device: lock && (await findKnownDevice(args, lock)) }
  const wait = await countLogInAttempt(attempt)
  if (wait > 0) throw refused(429, wait)
  try {
    const account = await findByPassword(db, username, password, attempt.device ? 'known' : 'stranger')
    if (account) {
      await resetLogInAttempts(attempt)
      return account
    }
  } catch (error) {
    if (!isQueueFull(error)) throw error
    await uncountLogInAttempt(attempt)
    logSecurity('password queue full', { network, userId, status: 503 }, 'warn')
    throw refused(503, error.retryAfter)
  }
  logSecurity('log-in refused', { network, userId, status: 401 }, 'warn')
  throw refused(401)
}

/** Starts the session of an authenticated account and makes the device known to it. */
export async function openSession(args: RequestArgs, account: Account, remember: boolean): Promise<LoggedIn> {
  const { context } = args
  const secrets = await startSession(context.db, account.id, remember)
  const headers = await createLogInHeaders(args, secrets, remember)
  headers.append('Set-Cookie', await createDeviceCookieHeader(args, account))
  logSecurity('log-in', { network: context.network, userId: account.id })
  return { token: secrets.token, headers }
}
