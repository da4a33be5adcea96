import { hash } from '@node-rs/argon2'

/** argon2id with the OWASP minimum (19 MiB, 2 passes): quick enough for a small server, slow enough for a thief. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}
