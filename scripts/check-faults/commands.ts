import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

export interface Ended {
  code: number
  /** What it wrote on stdout and stderr. */
  said: string
  seconds: number
}

/** Runs one of the operator's commands on a data folder to its end. */
export function operate(
  command: 'backup' | 'doctor' | 'restore' | 'user',
  dataDir: string,
  words: string[] = [],
  { settings, ...options }: { uid?: number; settings?: Record<string, string> } = {},
): Promise<Ended> {
  const env = { ...process.env, DATA_DIR: dataDir, BACKUP_DIR: '', ...settings }
  const begun = performance.now()
  return new Promise((ended) =>
    execFile(process.execPath, [`scripts/${command}.mjs`, ...words], { env, ...options }, (error, stdout, stderr) =>
      ended({
        code: error ? Number(error.code) : 0,
        said: (stdout + stderr).trim(),
        seconds: (performance.now() - begun) / 1000,
      }),
    ),
  )
}

/** Everything in a folder, as one line for each name with what is there; the lock of a folder in use is not counted. */
export function treeOf(folder: string): string {
  if (!existsSync(folder)) return 'nothing'
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => !/^lock\./.test(name)).sort()
  return names
    .map((name) => {
      const found = lstatSync(join(folder, name))
      if (found.isSymbolicLink()) return `${name} -> ${readlinkSync(join(folder, name))}`
      if (!found.isFile()) return `${name}/`
      return `${name} ${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}`
    })
    .join('\n')
}
