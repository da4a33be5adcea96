import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CONNECTIONS = 16

/** Requests a second, and the p99 in ms. */
export interface LoadResult {
  rate: number
  p99: number
}

const runWrk = promisify(execFile)
const parseMilliseconds = { us: 0.001, ms: 1, s: 1000 } as const

interface Load {
  isUnique?: boolean
  /** Paths to request in turn, instead of the address. */
  paths?: string[]
}

/** Requests an address with wrk over 16 connections. Throws if any response is not a success. */
export async function measureLoad(
  url: string,
  headers: Record<string, string>,
  seconds: number,
  { isUnique = false, paths = [] }: Load = {},
): Promise<LoadResult> {
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = ['-s', fileURLToPath(new URL('./addresses.lua', import.meta.url))]
  const hasScript = isUnique || paths.length > 0
  const { stdout } = await runWrk('wrk', [
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    '--latency',
    '--timeout',
    '30s',
    ...(hasScript ? script : []),
    ...sent,
    url,
    ...(hasScript ? ['--', isUnique ? 'unique' : 'same', ...paths] : []),
  ])
  const [, rate] = /^Requests\/sec:\s+([\d.]+)/m.exec(stdout) ?? []
  const [, p99, unit] = /^\s+99%\s+([\d.]+)(us|ms|s)\s*$/m.exec(stdout) ?? []
  if (!rate || !p99 || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}:\n${stdout}`)
  return { rate: Number(rate), p99: Number(p99) * parseMilliseconds[unit as keyof typeof parseMilliseconds] }
}
