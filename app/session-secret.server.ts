import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In hexadecimal characters, twice the random bytes. */
const LENGTH = 64

/**
 * The secret stored beside the data, created once: log-ins survive restarts in development and with scripts/start, and no secret is
 * in the source. Production sets its own (SESSION_SECRET).
 */
export function sessionSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // A shorter one was cut off by a full disk or a crash.
  if (kept.length >= LENGTH) return kept
  const secret = randomBytes(LENGTH / 2).toString('hex')
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, secret, { mode: 0o600 })
  return secret
}
