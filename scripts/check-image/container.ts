import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../shared/machine'
import { done, type Engine, type Said, said } from './engine'

export const IMAGE = 'riverbank-check'

/** A container of the image on one volume: read-only, with 256 MB, as a user of its own who has nothing but the volume. */
export interface Container {
  url: string
  name: string
  /** Makes and starts it; gives the milliseconds until it answered, or throws with what it said. */
  create: () => Promise<number>
  start: () => Promise<number>
  /** Stops it as `docker stop` does; gives the milliseconds and the exit code. */
  stop: () => Promise<{ took: number; code: number }>
  /** A command in it while it runs. */
  exec: (words: string[], input?: string) => Promise<Said>
  /** A command of the image on its volume, in a container for that alone; without any setting unless it `isSet`. */
  once: (words: string[], isSet?: boolean) => Promise<Said>
  logs: () => Promise<string>
}

/** An empty folder that belongs to `user`, for a volume. */
export function emptyVolume(folder: string, user: number): string {
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  chownSync(folder, user, user)
  return folder
}

/** A container for the volume at `folder`, run as `user`; not made yet. `words` are what this machine's podman needs. */
export async function containerOn(
  { engine, words }: { engine: Engine; words: string[] },
  folder: string,
  user: number,
  settings: Record<string, string>,
): Promise<Container> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const name = `riverbank-${randomBytes(4).toString('hex')}`
  const file = join(`${folder}.env`)
  // With quotation marks, which podman leaves as Docker does.
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
    const { output, complaint } = await said(engine.podman('logs', name))
    return output + complaint
  }
  async function answering(startedAt: number): Promise<number> {
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
      await done(engine.podman('run', '--detach', '--name', name, '--env-file', file, ...run, IMAGE))
      return answering(startedAt)
    },
    start: async () => {
      const startedAt = performance.now()
      await done(engine.podman('start', name))
      return answering(startedAt)
    },
    stop: async () => {
      const startedAt = performance.now()
      await done(engine.podman('stop', '--time', '20', name))
      const took = performance.now() - startedAt
      return { took, code: Number(await done(engine.podman('inspect', '--format', '{{.State.ExitCode}}', name))) }
    },
    exec: (command, input) => said(engine.podman('exec', '--interactive', name, ...command), { input }),
    once: (command, isSet = false) =>
      said(engine.podman('run', '--rm', ...(isSet ? ['--env-file', file] : []), ...run, IMAGE, ...command)),
    logs,
  }
}
