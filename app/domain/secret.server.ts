import { createHash, randomBytes } from 'node:crypto'

/** A new 256-bit secret that grants access to its holder: a session, a sign-in card, a family link. Only its hash is stored. */
export const createSecret = () => randomBytes(32).toString('base64url')

/** The SHA-256 of a secret. The secret can't be guessed, so a slow hash would add nothing. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
