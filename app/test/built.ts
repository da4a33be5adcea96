import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll } from 'vitest'
import { type RunningRiverbank, startRiverbank } from './running'
import { logInAll, type Sessions } from './served'

/** Builds the product, if needed, before the tests of a file. */
export function buildBeforeTests(): void {
  beforeAll(() => void execFileSync('scripts/build', { stdio: 'inherit' }), 180_000)
}

/** A server of the built product for all tests of a file, with a session for each person. */
export function shareServer(): RunningRiverbank & { sessions: Sessions } {
  const riverbank = {} as RunningRiverbank & { sessions: Sessions; stop?: () => Promise<void> }
  buildBeforeTests()
  beforeAll(async () => {
    Object.assign(riverbank, await startRiverbank())
    riverbank.sessions = await logInAll(riverbank)
  }, 180_000)
  afterAll(() => riverbank.stop?.())
  return riverbank
}
