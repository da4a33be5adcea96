import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../shared/machine'
import { type CommandOutput, type Engine, runOrThrow, runToEnd } from './engine'

export const IMAGE = 'riverbank-check'

/** A read-only container of the image with 256 MB on one volume, run by a user who owns only the volume. */
export interface Container {
  url: string
  name: string
  /** Creates and starts it. Returns the ms until it answered; throws with its output otherwise. */
  create: () => Promise<number>
  start: () => Promise<number>
  /** Stops it as `docker stop` does. Returns the ms and the exit code. */
  stop: () => Promise<{ took: number; code: number }>
  /** Runs a command in the running container. */
  exec: (words: string[], input?: string) => Promise<CommandOutput>
  /** Runs a command of the image on its volume in a separate container, without settings unless `isSet`. */
  once: (words: string[], isSet?: boolean) => Promise<CommandOutput>
  logs: () => Promise<string>
}

/** Creates an empty folder owned by `user`, for a volume. */
export function createVolume(folder: string, user: number): string {
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  chownSync(folder, user, user)
  return folder
}

/** Prepares a container for the volume at `folder`, run as `user`. `words` are extra arguments for this machine's podman. */
export async function createContainer(
  { engine, words }: { engine: Engine; words: string[] },
  folder: string,
  user: number,
  settings: Record<string, string>,
): Promise<Container> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const name = `riverbank-${randomBytes(4).toString('hex')}`
  const file = join(`${folder}.env`)
  // With quotation marks, which podman preserves as Docker does.
  const own = { PORT: `"${port}"`, HOST: `'127.0.0.1'`, CENTRE_NAME: `"St Brigid's Day Service"`, ...settings }
  writeFileSync(
    file,
    Object.entries(own)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  )
  const limits = ['--read-only', '--read-only-tmpfs=false', '--memory', '256m', '--memory-swap', '256m']
  const run = [...words, ...limits, '--network', 'host', '--user', `${user}:${user}`, '--volume', `${folder}:/data`]

  const logs = async () => {
    const { output, complaint } = await runToEnd(engine.podman('logs', name))
    return output + complaint
  }
  async function waitForAnswer(startedAt: number): Promise<number> {
    for (const end = Date.now() + 60_000; Date.now() < end; await setTimeout(20)) {
      const answer = await fetch(`${url}/healthz`).catch(() => null)
      if (answer?.ok) return performance.now() - startedAt
    }
    throw new Error(`It does not answer:\n${(await logs()).slice(-2000)}`)
  }
  return {
    url,
    name,
    create: async () => {
      const startedAt = performance.now()
      await runOrThrow(engine.podman('run', '--detach', '--name', name, '--env-file', file, ...run, IMAGE))
      return waitForAnswer(startedAt)
    },
    start: async () => {
      const startedAt = performance.now()
      await runOrThrow(engine.podman('start', name))
      return waitForAnswer(startedAt)
    },
    stop: async () => {
      const startedAt = performance.now()
      await runOrThrow(engine.podman('stop', '--time', '20', name))
      const took = performance.now() - startedAt
      return { took, code: Number(await runOrThrow(engine.podman('inspect', '--format', '{{.State.ExitCode}}', name))) }
    },
    exec: (command, input) => runToEnd(engine.podman('exec', '--interactive', name, ...command), { input }),
    once: (command, isSet = false) =>
      runToEnd(engine.podman('run', '--rm', ...(isSet ? ['--env-file', file] : []), ...run, IMAGE, ...command)),
    logs,
  }
}
