import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Seals a text with the server's secret, which it keeps to itself: HMAC-SHA256 in base64url, the same each time. Each use
 * begins its text with words of its own, so that no seal is good for another use.
 */
export type Seal = (text: string) => string

/** The seal of a server whose SESSION_SECRET is `secret`. */
export function sealWith(secret: string): Seal {
  return (text) => createHmac('sha256', secret).update(text).digest('base64url')
}

/** True when `given` is the seal of `text`; it takes as long to find out either way. */
export function isSealed(seal: Seal, text: string, given: string): boolean {
  const expected = Buffer.from(seal(text))
  const claimed = Buffer.from(given)
  return claimed.length === expected.length && timingSafeEqual(claimed, expected)
}

const keyFor = (seal: Seal, use: string) => Buffer.from(seal(`the key of ${use}`), 'base64url')

/** Encrypts a text with a key made of the server's secret (AES-256-GCM). Only `unlock` for the same `use` reads it again. */
export function lock(seal: Seal, use: string, text: string): string {
  const start = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(seal, use), start)
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([start, cipher.getAuthTag(), hidden]).toString('base64url')
}

/** The text that `lock` encrypted; null when it was changed since, was for another use, or the server's secret is another one. */
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
