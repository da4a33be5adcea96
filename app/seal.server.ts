import { createHmac, timingSafeEqual } from 'node:crypto'

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
