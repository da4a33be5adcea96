import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Twice as many characters as the random bytes it is made of. */
const LENGTH = 64

/**
 * The secret kept beside the data, made once: people stay logged in across restarts of a development server or of
 * scripts/start, and none stands in the source. Production is given its own (SESSION_SECRET).
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // Shorter where the disk was full or the machine stopped while it was written.
  if (kept.length >= LENGTH) return kept
  const secret = randomBytes(LENGTH / 2).toString('hex')
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, secret, { mode: 0o600 })
  return secret
}
