import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningRiverbank } from '../../../app/test/running'
import { hashBytes } from './data-folder'

/** Restores a backup into a data folder; `settings` are added to the environment. Returns the command's exit code and output. */
export function runRestore(
  dataDir: string,
  backup: string,
  settings: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  const own = { DATA_DIR: dataDir, BACKUP_DIR: '', HOST: '127.0.0.1', PORT: '0' }
  const env = { ...process.env, ...own, SESSION_SECRET: 'an otter sleeps on the far bank 5f1c', ...settings }
  return new Promise((ended) =>
    execFile(process.execPath, ['scripts/restore.mjs', backup], { env, timeout: 120_000 }, (error, out, err) =>
      ended({ code: error ? Number(error.code) : 0, said: (out + err).trim() }),
    ),
  )
}

export async function fetchReadyz({ url }: RunningRiverbank): Promise<Record<string, string>> {
  const { reasons } = (await (await fetch(`${url}/readyz`)).json()) as { reasons: { reason: string; words: string }[] }
  return Object.fromEntries(reasons.map(({ reason, words }) => [reason, words]))
}

/** The contents of a folder, one line per entry with its hash, without the folder's lock. */
export function describeTree(folder: string): string {
  if (!existsSync(folder)) return 'nothing'
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => !/^lock\./.test(name)).sort()
  return names
    .map(
      (name) => `${name} ${lstatSync(join(folder, name)).isFile() ? hashBytes(readFileSync(join(folder, name))) : ''}`,
    )
    .join('\n')
}
