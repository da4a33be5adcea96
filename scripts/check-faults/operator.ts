import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { RunningRiverbank } from '../../app/test/running'
import { operate } from './commands'

/** What an operator is told by a product that runs with `settings`. */
export async function toldBy(riverbank: RunningRiverbank, settings: Record<string, string>) {
  const get = async (path: string) =>
    (await fetch(`${riverbank.url}${path}`, { signal: AbortSignal.timeout(60_000) })).json()
  const { reasons } = (await get('/readyz')) as { reasons: { reason: string; words: string }[] }
  const { backup } = (await get('/healthz')) as { backup?: { at: string | null; ok: boolean } }
  const doctor = await doctorSays(riverbank.dataDir, { ...settings, PORT: new URL(riverbank.url).port })
  return { reasons: Object.fromEntries(reasons.map(({ reason, words }) => [reason, words])), backup, doctor }
}

/** What the doctor says of the folders, the backups and the clock, but for what is well. */
export async function doctorSays(dataDir: string, settings: Record<string, string>): Promise<string[]> {
  const { said } = await operate('doctor', dataDir, ['--json'], {
    settings: { HOST: '127.0.0.1', SESSION_SECRET: 'an otter sleeps on the far bank 5f1c', ...settings },
  })
  const { findings } = JSON.parse(said) as { findings: { check: string; state: string; says: string }[] }
  return findings
    .filter(({ check, state }) => ['settings', 'folder', 'backups', 'clock'].includes(check) && state !== 'ok')
    .map(({ check, state, says }) => `${state} ${check}: ${says}`)
}

/** The lines of the log that warn, without what only a demonstration has. */
export const warned = (output: string) =>
  output
    .split('\n')
    .filter((line) => /^\{"level":[45]0,/.test(line) && !/"log":"security"|Demonstration|PUBLIC_URL/.test(line))
    .map((line) => (JSON.parse(line) as { msg: string }).msg)

/** Waits until `isSo`, for half a minute at most. Returns whether it came so. */
export async function until(isSo: () => boolean | Promise<boolean>, seconds = 30): Promise<boolean> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await setTimeout(100))
    if (await isSo()) return true
  return false
}

/** The names of the backups in a folder, the oldest first. */
export const backupsAt = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^riverbank-.*\.zip$/.test(name))
    .sort()
