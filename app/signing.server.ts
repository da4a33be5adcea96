import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the HMAC-SHA256 of a text with the server's secret, in base64url. Each use adds its own prefix to the text. */
export type Signer = (text: string) => string

/** Creates the signer of a server whose SESSION_SECRET is `secret`. */
export function createSigner(secret: string): Signer {
  return (text) => createHmac('sha256', secret).update(text).digest('base64url')
}

/** True if `signature` is that of `text`, compared in constant time. */
export function isValidSignature(sign: Signer, text: string, signature: string): boolean {
  const expected = Buffer.from(sign(text))
  const claimed = Buffer.from(signature)
  return claimed.length === expected.length && timingSafeEqual(claimed, expected)
}

const deriveKey = (sign: Signer, use: string) => Buffer.from(sign(`the key of ${use}`), 'base64url')

/** Encrypts a text with a key derived from the server's secret (AES-256-GCM). Only `decrypt` with the same `use` reverses it. */
export function encrypt(sign: Signer, use: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(sign, use), iv)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')
}

/** Decrypts the result of `encrypt`; null if it was altered or made for another use, or the server's secret has changed. */
export function decrypt(sign: Signer, use: string, encrypted: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(sign, use), bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Length of a new secret in hexadecimal characters, twice the number of random bytes. */
const SECRET_LENGTH = 64

/** Reads or creates the secret stored with the data, for development and scripts/start. Production sets SESSION_SECRET. */
export function loadSessionSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // A shorter one was truncated by a full disk or a crash.
  if (stored.length >= SECRET_LENGTH) return stored
  const secret = randomBytes(SECRET_LENGTH / 2).toString('hex')
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, secret, { mode: 0o600 })
  return secret
}

/** A new 256-bit secret that grants access to its holder: a session, a sign-in card, a family link. Only its hash is stored. */
export const createSecret = () => randomBytes(32).toString('base64url')

/** The SHA-256 of a secret. The secret can't be guessed, so a slow hash would add nothing. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
