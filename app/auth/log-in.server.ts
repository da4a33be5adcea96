import type { AppLoadContext } from '@remix-run/node'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { type Account, findByPassword } from '~/domain/accounts/accounts.server'
import { type Credentials, credentials } from '~/domain/accounts/schema'
import { passSecondStep } from './second-step.server'
import { type SessionSecrets, startSession } from './sessions.server'

/** A log-in that was refused: 401 for a wrong name or password, 429 (with the seconds to wait) after too many tries. */
export class LogInRefused extends Error {
  constructor(
    readonly status: 401 | 429,
    readonly retryAfter?: number,
  ) {
    super(`Login failed: ${status}`)
  }
}

/** Ten tries in five minutes per username and network together, never by network alone: the whole centre shares one. */
const tries = new RateLimiterMemory({ points: 10, duration: 5 * 60 })

/**
 * Checks a name and password, and the code of a second step where there is one, and starts a session. Throws LogInRefused or
 * SecondStepRefused. Shared by the log-in page and POST /api/login.
 */
export async function logIn(
  context: AppLoadContext,
  { username, password, rememberMe, code = null }: Credentials & { code?: string | null },
): Promise<{ account: Account; secrets: SessionSecrets }> {
  const key = `${username.toLowerCase()} ${context.network}`
  try {
    await tries.consume(key)
  } catch (limit) {
    if (limit instanceof RateLimiterRes) throw new LogInRefused(429, Math.ceil(limit.msBeforeNext / 1000))
    throw limit
  }
  const account = await findByPassword(context.db, username, password)
  if (!account) throw new LogInRefused(401)
  await tries.delete(key)
  await passSecondStep(context, account, code)
  return { account, secrets: await startSession(context.db, account.id, rememberMe) }
}

/** remix-auth's door for the log-in form: the form's fields in, a session out. Throws ZodError, LogInRefused or SecondStepRefused. */
export function logInByForm(context: AppLoadContext) {
  return new Authenticator<Awaited<ReturnType<typeof logIn>>>().use(
    new FormStrategy(async ({ form }) => logIn(context, credentials.parse(Object.fromEntries(form)))),
  )
}
