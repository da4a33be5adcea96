import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { baseSettings, type RunningRiverbank } from '../../../app/test/running'

/** Starts a command; `end` resolves with its exit code and output. */
export function startCommand({ dataDir }: { dataDir: string }, command: string, ...words: string[]) {
  const env = { ...process.env, ...baseSettings, DATA_DIR: dataDir, BACKUP_DIR: '' }
  const child = spawn(process.execPath, [`scripts/${command}.mjs`, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.once('exit', ended)),
  ]).then(([out, err, code]) => ({ code, out, err }))
  return { child, end }
}
export const runToEnd = (...input: Parameters<typeof startCommand>) => startCommand(...input).end

export const listRemains = ({ dataDir }: { dataDir: string }) =>
  readdirSync(dataDir).filter((name) => /^(backing-up-|website-)/.test(name))

export const countCommands = ({ output }: RunningRiverbank) =>
  output().match(/the operator’s command is done/g)?.length ?? 0
