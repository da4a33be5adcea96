import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { hasAccounts } from '~/domain/centre/set-up.server'
import { logSecurity } from '~/security-log.server'
import type { Database } from '~db/schema'

/** In milliseconds: how long the setup address of a start is good for. */
const OPEN_TIME = 3_600_000

const sha256 = (secret: string) => createHash('sha256').update(secret).digest()

/** The address of the first start's form, at a secret address that the log prints. */
export interface SetUpAddress {
  /** Opens it for an hour. Returns the secret of its address, of which only a hash is kept. */
  open: () => string
  /** Whether a secret is the right one, in the same time whichever it is. */
  matches: (secret: string) => boolean
}

/** An address that answers nobody until it is opened; `now` is a clock in milliseconds. */
export function createSetUpAddress(now = () => performance.now()): SetUpAddress {
  // Nobody knows what the first hash is of.
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

interface SetUpAttempt {
  secret: string | undefined
  network: string
}

/** Whether somebody knows the secret of an open address. */
export function isSetUpSecret(address: SetUpAddress, { secret = '', network }: SetUpAttempt): boolean {
  if (address.matches(secret)) return true
  logSecurity('setup refused', { network, status: 404 }, 'warn')
  return false
}

/** Whether the form may be shown: to whoever knows the secret, until the first account exists. */
export async function isSetUpOpen(db: Database, address: SetUpAddress, attempt: SetUpAttempt): Promise<boolean> {
  return isSetUpSecret(address, attempt) && !(await hasAccounts(db))
}
