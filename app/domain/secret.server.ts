import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 bits that opens something to whoever has it: a session, a sign-in card, a family's link. Only its hash is stored. */
export const createSecret = () => randomBytes(32).toString('base64url')

/** The SHA-256 of such a secret. It has nothing to guess, so a slow hash would add nothing. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
