import { timingSafeEqual } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { createSecret, hashSecret } from '~/signing.server'
import type { Database } from '~db/schema'

/** The rows of a table that give access, for a restore: it ends those that the replaced database does not have. */
export interface RestoredAccess {
  table: string
  /** Identifies a row in another copy of the database. */
  column: string
  /** A condition in SQL; without one, all rows give access. */
  where?: string
  /** An update in SQL that ends access; without one, the row is deleted. */
  end?: string
}

/**
 * What secret links are for (README.md has their holders, ends and last uses), and how a restore ends those that were revoked since the
 * backup. Null for links in emails, which only their reader has, and for the set-up address, which is not stored.
 */
export const secretLinks = {
  'sign-in card': { table: 'signInCards', column: 'tokenHash' },
  'code for a day': { table: 'dayCodes', column: 'codeSeal' },
  'family link': { table: 'familyLinks', column: 'tokenHash' },
  'calendar address': { table: 'calendarAddresses', column: 'nonce' },
  'public guide': { table: 'guides', column: 'token', where: 'isPublic = 1', end: 'update guides set isPublic = 0' },
  'confirmation link': null,
  'unsubscribe link': null,
  'set-up address': null,
} satisfies Record<string, RestoredAccess | null>

/** Longer than any secret. The rest of a longer address is not read. */
const MAX_SECRET_LENGTH = 100

/**
 * Finds what a secret link opens. Returns null if it is unknown, expired or revoked, and logs that without the secret; the caller
 * answers 404.
 */
export async function openLink<Found>(
  { db, network, securityLog }: Pick<AppLoadContext, 'db' | 'network' | 'securityLog'>,
  purpose: keyof typeof secretLinks,
  secret: string | undefined,
  find: (db: Database, secret: string) => Promise<Found | null>,
): Promise<Found | null> {
  const found = await find(db, (secret ?? '').slice(0, MAX_SECRET_LENGTH))
  if (found === null)
    securityLog.record('link refused', { network, userId: null, status: 404, reason: purpose }, 'warn')
  return found
}

/** How long the set-up address of a start works, in ms. */
const OPEN_TIME = 3_600_000

/** The secret address of the first start's form, which the log prints. */
export interface SetUpAddress {
  /** Opens the set-up page for an hour. Returns its secret; only the hash is stored. */
  open: () => string
  /** True for the right secret. Takes the same time for any secret. */
  matches: (secret: string) => boolean
}

/** An address that works only once it is opened; `now` is a clock in ms. */
export function createSetUpAddress(now = () => performance.now()): SetUpAddress {
  // The first hash is of a secret that nobody has.
  let stored = { hash: hashSecret(createSecret()), until: 0 }
  return {
    open: () => {
      const secret = createSecret()
      stored = { hash: hashSecret(secret), until: now() + OPEN_TIME }
      return secret
    },
    matches: (secret) =>
      timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(stored.hash)) && now() < stored.until,
  }
}
