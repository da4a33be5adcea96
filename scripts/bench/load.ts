import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const CONNECTIONS = 16

/** Requests a second, and the milliseconds within which 99 of 100 were answered. */
export interface Load {
  rate: number
  p99: number
}

/** Loads an address over 16 connections, `anew` with another query each time. Throws unless every answer was a success. */
export type LoadOne = (
  url: string,
  headers: Record<string, string>,
  seconds: number,
  how?: { anew?: boolean },
) => Promise<Load>

const run = promisify(execFile)
const inMs = { us: 0.001, ms: 1, s: 1000 } as const

const byWrk: LoadOne = async (url, headers, seconds, { anew } = {}) => {
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await run('wrk', [
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    '--latency',
    '--timeout',
    '30s',
    ...(anew ? ['-s', fileURLToPath(new URL('./anew.lua', import.meta.url))] : []),
    ...sent,
    url,
  ])
  const [, rate] = /^Requests\/sec:\s+([\d.]+)/m.exec(stdout) ?? []
  const [, p99, unit] = /^\s+99%\s+([\d.]+)(us|ms|s)\s*$/m.exec(stdout) ?? []
  if (!rate || !p99 || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url}:\n${stdout}`)
  return { rate: Number(rate), p99: Number(p99) * inMs[unit as keyof typeof inMs] }
}

const byAutocannon: LoadOne = async (url, headers, seconds, { anew } = {}) => {
  const { pathname } = new URL(url)
  let count = 0
  const another = (request: autocannon.Request) => {
    count += 1
    return { ...request, path: `${pathname}?anew=${count}` }
  }
  const requests = anew ? [{ setupRequest: another }] : undefined
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds, requests })
  const { errors, timeouts, non2xx } = result
  if (errors + timeouts + non2xx > 0 || result['2xx'] === 0)
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers other than 2xx`)
  return { rate: result['2xx'] / result.duration, p99: result.latency.p99 }
}

/** wrk where it is installed (in Debian it is a package); else autocannon, which needs twice the processor for itself. */
export async function loader(): Promise<{ name: string; load: LoadOne }> {
  const isThere = await run('which', ['wrk']).then(
    () => true,
    () => false,
  )
  return isThere ? { name: 'wrk', load: byWrk } : { name: 'autocannon', load: byAutocannon }
}
