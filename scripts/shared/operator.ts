import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import type { RunningRiverbank } from '../../app/test/running'
import { send } from './wire'

export interface Ended {
  code: number
  /** What it wrote on stdout and stderr. */
  said: string
}

/** Runs one of the operator's commands on a data folder to its end; `serve` is a start that has to be refused. */
export function operate(
  command: 'backup' | 'doctor' | 'restore' | 'serve',
  dataDir: string,
  words: string[] = [],
  settings: Record<string, string> = {},
): Promise<Ended> {
  const own = { DATA_DIR: dataDir, BACKUP_DIR: '', HOST: '127.0.0.1', PORT: '0' }
  const env = { ...process.env, ...own, SESSION_SECRET: 'an otter sleeps on the far bank 5f1c', ...settings }
  return new Promise((ended) =>
    execFile(process.execPath, [`scripts/${command}.mjs`, ...words], { env, timeout: 120_000 }, (error, out, err) =>
      ended({ code: error ? Number(error.code) : 0, said: (out + err).trim() }),
    ),
  )
}

/** What the doctor says but for what is well, as 'fault folder: …'. */
export async function doctorSays(dataDir: string, settings: Record<string, string> = {}): Promise<string[]> {
  const { said } = await operate('doctor', dataDir, ['--json'], settings)
  const { findings } = JSON.parse(said) as { findings: { check: string; state: string; says: string }[] }
  return findings.filter(({ state }) => state !== 'ok').map(({ check, state, says }) => `${state} ${check}: ${says}`)
}

// A kept connection is closed at once where the clock is hurried.
const through = new Agent({ keepAlive: false })
const get = async (url: string) => {
  const { origin, pathname } = new URL(url)
  return JSON.parse((await send(origin, { method: 'GET', path: pathname }, { through, patience: 60_000 })).text)
}

/** The reasons of /readyz, with their words. */
export async function readyz({ url }: RunningRiverbank): Promise<Record<string, string>> {
  const { reasons } = (await get(`${url}/readyz`)) as { reasons: { reason: string; words: string }[] }
  return Object.fromEntries(reasons.map(({ reason, words }) => [reason, words]))
}

/** What an operator is told by a product that runs with `settings`. */
export async function toldBy(riverbank: RunningRiverbank, settings: Record<string, string>) {
  const { backup } = (await get(`${riverbank.url}/healthz`)) as { backup?: { at: string | null; ok: boolean } }
  const doctor = await doctorSays(riverbank.dataDir, { ...settings, PORT: new URL(riverbank.url).port })
  return { reasons: await readyz(riverbank), backup, doctor }
}

/** The names of the backups in a folder, the oldest first. */
export const backupsAt = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^riverbank-.*\.zip$/.test(name))
    .sort()

/** Everything in a folder, as one line for each name with what is there; the lock of a folder in use is not counted. */
export function treeOf(folder: string): string {
  if (!existsSync(folder)) return 'nothing'
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => !/^lock\./.test(name)).sort()
  const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
  return names
    .map((name) => `${name} ${lstatSync(join(folder, name)).isFile() ? hashOf(join(folder, name)) : ''}`)
    .join('\n')
}
