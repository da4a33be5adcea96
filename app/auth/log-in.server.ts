import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import type { Account } from '~/domain/accounts/account'
import { findByPassword, findCredentials } from '~/domain/accounts/accounts.server'
import { isQueueFull, QUEUE_WAIT } from '~/domain/accounts/password.server'
import { type Credentials, credentials, secondStepCode } from '~/domain/accounts/schema'
import { Refused } from '~/domain/refused'
import { getRefusalStatus } from '~/refusal-status'
import { createDeviceCookieHeader, findKnownDevice } from './device.server'
import { createLogInHeaders, type RequestArgs } from './identity.server'
import { getLogInRefusalMessage } from './log-in-messages'
import { type FirstStep, verifySecondStep } from './second-step.server'
import { startSession } from './sessions.server'
import { countLogInAttempt, resetLogInAttempts, uncountLogInAttempt } from './throttle.server'

/** A refused log-in; with the seconds to wait after too many attempts, and while too many passwords are being checked. */
function createLogInRefusal(kind: 'unauthenticated' | 'tooMany' | 'busy', retryAfter?: number): Refused {
  return new Refused(kind, getLogInRefusalMessage(getRefusalStatus({ kind })), { retryAfter })
}

/** A new session: the Bearer token, and the headers that set the browser's cookies. */
export interface LogInResult {
  token: string
  headers: Headers
}

/** The fields of a log-in by one API call: with the code, where there is a second step. */
type LogInFields = Credentials & { code?: string | null }

/** Logs in by name, password and the code of a second step, if any. Throws Refused, and what verifySecondStep throws. */
export async function logIn(args: RequestArgs, fields: LogInFields): Promise<LogInResult> {
  return openSession(args, await verify(args, fields), fields.rememberMe)
}

/** Logs in by the page's form. Its fields must be valid, and the request's body unread. Throws as logIn does. */
export async function logInByForm(
  args: RequestArgs,
  { rememberMe }: Pick<Credentials, 'rememberMe'>,
): Promise<LogInResult> {
  const account = await authenticate(args, (typed) => verify(args, usernameAndPassword.parse(typed)))
  return openSession(args, account, rememberMe)
}

/** Completes a log-in by the form with its code, after a first step. Throws what verifySecondStep throws. */
export async function logInByCode(args: RequestArgs, { account, remember }: FirstStep): Promise<LogInResult> {
  const confirmed = await authenticate(args, async (typed) => {
    await verifySecondStep(args.context, account, secondStepCode.parse(typed).code)
    return account
  })
  return openSession(args, confirmed, remember)
}

const usernameAndPassword = credentials.pick({ username: true, password: true })

/** The account that `verify` finds for the request's form, which remix-auth's form strategy reads. */
function authenticate({ request }: RequestArgs, verify: (typed: object) => Promise<Account>): Promise<Account> {
  const strategy = new FormStrategy<Account>(({ form }) => verify(Object.fromEntries(form)))
  return new Authenticator<Account>().use(strategy).authenticate(strategy.name, request)
}

/** The account that name, password and code belong to, for the page and for POST /api/login. */
async function verify(args: RequestArgs, { username, password, code = null }: Omit<LogInFields, 'rememberMe'>) {
  const account = await checkPassword(args, username, password)
  await verifySecondStep(args.context, account, code)
  return account
}

async function checkPassword(args: RequestArgs, username: string, password: string): Promise<Account> {
  const { db, network, isOverloaded, securityLog } = args.context
  if (isOverloaded) {
    securityLog.record('password queue full', { network, status: 503 }, 'warn')
    throw createLogInRefusal('busy', QUEUE_WAIT)
  }
  const accountCredentials = await findCredentials(db, { username })
  const userId = accountCredentials?.id ?? null
  const attempt = {
    username,
    userId,
    network,
    device: accountCredentials && (await findKnownDevice(args, accountCredentials)),
  }
  const wait = countLogInAttempt(securityLog, attempt)
  if (wait > 0) throw createLogInRefusal('tooMany', wait)
  try {
    const account = await findByPassword(db, username, password, attempt.device ? 'known' : 'stranger')
    if (account) {
      resetLogInAttempts(attempt)
      return account
    }
  } catch (error) {
    if (!isQueueFull(error)) throw error
    uncountLogInAttempt(attempt)
    securityLog.record('password queue full', { network, userId, status: 503 }, 'warn')
    throw createLogInRefusal('busy', error.retryAfter)
  }
  securityLog.record('log-in refused', { network, userId, status: 401 }, 'warn')
  throw createLogInRefusal('unauthenticated')
}

/** Starts the session of an authenticated account and makes the device known to it. */
export async function openSession(args: RequestArgs, account: Account, remember: boolean): Promise<LogInResult> {
  const { context } = args
  const secrets = await startSession(context.db, account.id, remember)
  const headers = await createLogInHeaders(args, secrets, remember)
  headers.append('Set-Cookie', await createDeviceCookieHeader(args, account))
  context.securityLog.record('log-in', { network: context.network, userId: account.id })
  return { token: secrets.token, headers }
}
