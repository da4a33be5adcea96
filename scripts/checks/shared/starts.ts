import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { beforeEach } from 'vitest'
import { buildBeforeTests } from '../../../app/test/built'
import { createTemporaryFolder } from '../../../app/test/folder'

/** A start as the operator does it: its address, its output and the id of the serving process. */
export interface StartedServer {
  url: string
  pid: number
  child: ChildProcess
  said: () => string
}

export const isRunning = (pid: number) => existsSync(`/proc/${pid}`)

/**
 * Starts scripts/serve.mjs like `npm start` and scripts/start, in a separate process and, for each test, in a new data folder. The next
 * start and the end of the test stop it.
 */
export function setUpStarts() {
  let dataDir: string
  let server: ChildProcess | undefined
  buildBeforeTests()
  beforeEach(() => {
    const folder = createTemporaryFolder()
    dataDir = folder.path
    return async () => {
      await stop()
      folder[Symbol.dispose]()
    }
  })

  async function stop() {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }

  /** Starts it on localhost with only `settings`. Throws with its output if it does not start. */
  const serve = (settings: Record<string, string>, ...words: string[]) =>
    startProgram(settings, process.execPath, 'scripts/serve.mjs', ...words)

  async function startProgram(
    settings: Record<string, string>,
    program: string,
    ...words: string[]
  ): Promise<StartedServer> {
    await stop()
    // Empty, so that this folder's .env does not set them.
    const unset = { SESSION_SECRET: '', PUBLIC_URL: '', SMTP_URL: '', DEMO: '', DEMO_PASSWORD: '', TRUST_PROXY: '' }
    const own = { LOG_LEVEL: '', BACKUP_AT: 'never', DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' }
    const env = { ...process.env, NODE_ENV: 'development', ...unset, ...own, ...settings } as const
    // In a separate process group, like a command in a terminal.
    const child = spawn(program, words, { env, detached: true })
    server = child
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    for (const end = Date.now() + 100_000; !/Riverbank is at/.test(said); await setTimeout(50))
      if (Date.now() > end || child.exitCode !== null) throw new Error(`It did not start:\n${said}`)
    const url = `http://127.0.0.1:${/Riverbank is at http:\/\/\S+?:(\d+)/.exec(said)?.[1]}`
    return { url, pid: child.pid!, child, said: () => said }
  }

  return {
    serve,
    startProgram,
    /** Lets the last server go on during the next start. */
    release: () => {
      const released = server!
      server = undefined
      return released
    },
    get dataDir() {
      return dataDir
    },
  }
}
