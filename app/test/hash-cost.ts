import { afterAll, beforeAll } from 'vitest'
import { HASH_COST } from '~/domain/accounts/password.server'

/** Lets the tests of a file hash passwords and recovery codes with argon2's lowest cost: about 100 times as fast. */
export function lowerHashCost(): void {
  const usual = { ...HASH_COST }
  beforeAll(() => void Object.assign(HASH_COST, { memoryCost: 8, timeCost: 1 }))
  // Test files share a process.
  afterAll(() => void Object.assign(HASH_COST, usual))
}
