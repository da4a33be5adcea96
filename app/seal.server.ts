import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The HMAC-SHA256 of a text with the server's secret, in base64url. Each use prefixes its text differently. */
export type Seal = (text: string) => string

/** The seal of a server whose SESSION_SECRET is `secret`. */
export function sealWith(secret: string): Seal {
  return (text) => createHmac('sha256', secret).update(text).digest('base64url')
}

/** True when `given` is the seal of `text`, compared in constant time. */
export function isSealed(seal: Seal, text: string, given: string): boolean {
  const expected = Buffer.from(seal(text))
  const claimed = Buffer.from(given)
  return claimed.length === expected.length && timingSafeEqual(claimed, expected)
}

const keyFor = (seal: Seal, use: string) => Buffer.from(seal(`the key of ${use}`), 'base64url')

/** Encrypts a text with a key derived from the server's secret (AES-256-GCM). Only `unlock` with the same `use` decrypts it. */
export function lock(seal: Seal, use: string, text: string): string {
  const start = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(seal, use), start)
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([start, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** The text that `lock` encrypted; null when it was altered, was for another use, or the server's secret has changed. */
export function unlock(seal: Seal, use: string, locked: string): string | null {
  const bytes = Buffer.from(locked, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(seal, use), bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** In hexadecimal characters, twice the random bytes. */
const LENGTH = 64

/** The secret stored beside the data, created once, in development and with scripts/start. Production sets SESSION_SECRET. */
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
