import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { copyDemonstration, type RunningRiverbank, saveState, startRiverbank } from './running'
import { logInAll, type Sessions } from './served'

/** Builds the product, if needed, before the tests of a file. */
export function buildBeforeTests(): void {
  beforeAll(() => void execFileSync('scripts/build', { stdio: 'inherit' }), 180_000)
}

type ServerWithSessions = RunningRiverbank & { sessions: Sessions }
/** Test files share a process, and its server. */
const worker = globalThis as {
  sharedServer?: Promise<{ server: ServerWithSessions; state: Awaited<ReturnType<typeof saveState>> }>
}

/** Starts the worker's server. Its data is in the template's folder, which is removed at the end of the run. */
async function startSharedServer() {
  const dataDir = mkdtempSync(join(dirname(inject('template').path), 'server-'))
  await copyDemonstration(dataDir)
  const server = await startRiverbank({ DATA_DIR: dataDir })
  // Vitest ends its workers by this signal, which would leave the server running.
  process.once('SIGTERM', () => {
    server.kill()
    process.kill(process.pid, 'SIGKILL')
  })
  const sessions = await logInAll(server)
  return { server: { ...server, sessions }, state: await saveState(server, dirname(dataDir)) }
}

/** The worker's server of the built product with the demonstration, and a session for each person. Each file begins with the same data. */
export function shareServer(): ServerWithSessions {
  const riverbank = {} as ServerWithSessions
  buildBeforeTests()
  beforeAll(async () => {
    worker.sharedServer ??= startSharedServer()
    Object.assign(riverbank, (await worker.sharedServer).server)
  }, 180_000)
  afterAll(async () => (await worker.sharedServer)?.state.restore())
  return riverbank
}
