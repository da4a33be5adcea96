import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { hasAccounts } from '~/domain/centre/set-up.server'
import type { Database } from '~db/schema'

/** How long the setup address of a start works, in ms. */
const OPEN_TIME = 3_600_000

const sha256 = (secret: string) => createHash('sha256').update(secret).digest()

/** The secret address of the first start's form, which the log prints. */
export interface SetUpAddress {
  /** Opens the set-up page for an hour. Returns its secret; only the hash is stored. */
  open: () => string
  /** True for the right secret. Takes the same time for any secret. */
  matches: (secret: string) => boolean
}

/** An address that works only once it is opened; `now` is a clock in ms. */
export function createSetUpAddress(now = () => performance.now()): SetUpAddress {
  // The first hash is of a random secret.
  let stored = { hash: sha256(randomBytes(32).toString('hex')), until: 0 }
  return {
    open: () => {
      const secret = randomBytes(32).toString('base64url')
      stored = { hash: sha256(secret), until: now() + OPEN_TIME }
      return secret
    },
    matches: (secret) => timingSafeEqual(sha256(secret), stored.hash) && now() < stored.until,
  }
}

type SetUpContext = Pick<AppLoadContext, 'setUp' | 'network' | 'securityLog'>

/** True if `secret` is that of an open address. */
export function isSetUpSecret({ setUp, network, securityLog }: SetUpContext, secret = ''): boolean {
  if (setUp.matches(secret)) return true
  securityLog.record('setup refused', { network, status: 404 }, 'warn')
  return false
}

/** True if the form may be shown: with the right secret, until the first account exists. */
export async function isSetUpOpen(context: SetUpContext & { db: Database }, secret?: string): Promise<boolean> {
  return isSetUpSecret(context, secret) && !(await hasAccounts(context.db))
}
