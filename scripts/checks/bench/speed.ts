import { startRiverbank } from '../../../app/test/running'
import { logInOverHttp } from '../../../app/test/served'
import { createHeaders } from '../shared/client'
import { installCommand } from '../shared/machine'
import { type LoadResult, measureLoad } from './load'
import type { Bench, BenchRow } from './row'
import { type PreservedServer, preserveServer, startBare, startRemixServe } from './servers'

/** A request, its person, and its goal as a share of bare node:http. */
export interface SpeedRequest {
  name: string
  path: string
  as?: 'cookie' | 'token'
  goal: number
}

export const speedRequests: SpeedRequest[] = [
  { name: '/about, a cached public page', path: '/about', goal: 0.5 },
  // A page with a session is never cached: its loaders run each time, and React renders if their data is new.
  { name: '/about, rendered', path: '/about', as: 'cookie', goal: 0.015 },
  { name: '/contact, rendered, with a form', path: '/contact', as: 'cookie', goal: 0.015 },
  { name: '/dashboard, for a student', path: '/dashboard', as: 'cookie', goal: 0.01 },
  { name: 'the style sheet', path: 'css', goal: 0.6 },
  { name: 'the largest script', path: 'js', goal: 0.6 },
  { name: '/api/events, without a session', path: '/api/events', goal: 0.5 },
  { name: '/api/events, with a token', path: '/api/events', as: 'token', goal: 0.05 },
]

const describeRequest = ({ rate, p99 }: LoadResult) =>
  `${Math.round(rate).toLocaleString('en-IE')}/s, p99 ${p99 < 10 ? p99.toFixed(1) : Math.round(p99)} ms`
function formatShare({ rate }: LoadResult, { rate: whole }: LoadResult): string {
  const share = (100 * rate) / whole
  return `${share.toFixed(share < 10 ? 2 : 1)} %`
}

export async function findAssets(url: string, headers: Record<string, string>): Promise<Record<'css' | 'js', string>> {
  const html = await (await fetch(`${url}/dashboard`, { headers })).text()
  const named = [...new Set([...html.matchAll(/\/assets\/[\w$.-]+\.(?:css|js)/g)].map(([path]) => path))]
  const sized = await Promise.all(
    named.map(async (path) => ({ path, size: (await (await fetch(url + path)).arrayBuffer()).byteLength })),
  )
  const largest = (end: string) =>
    sized.filter(({ path }) => path.endsWith(end)).sort((one, other) => other.size - one.size)[0]!.path
  return { css: largest('.css'), js: largest('.js') }
}

/**
 * Requests a second over 16 connections, as shares of bare node:http that answers the very bytes, compressed before, with the same
 * headers; and the same build by remix-serve.
 */
export const benchSpeed: Bench = async ({ short }) => {
  const seconds = short ? 2 : 5
  if (!installCommand('wrk')) return [{ name: 'speed', value: 'NOT DONE: wrk can’t be installed on this machine' }]
  await using riverbank = await startRiverbank()
  await using remixServe = await startRemixServe()
  const rows: BenchRow[] = []
  const student = await logInOverHttp(riverbank, 'demo.student')
  const studentThere = await logInOverHttp({ ...riverbank, url: remixServe.url }, 'demo.student')
  const assets: Record<string, string> = await findAssets(riverbank.url, createHeaders(student, 'cookie'))
  for (const { name, path, as, goal } of speedRequests) {
    const address = assets[path] ?? path
    const headers = (who: typeof student) => ({ 'Accept-Encoding': 'br, gzip', ...(as && createHeaders(who, as)) })
    const answer = await fetch(riverbank.url + address, { headers: headers(student), redirect: 'error' })
    const stored: Record<string, PreservedServer> = { [address]: await preserveServer(answer) }
    const bare = await startBare(stored)
    // Warm up, so that the code is compiled.
    await measureLoad(riverbank.url + address, headers(student), 1)
    await measureLoad(remixServe.url + address, headers(studentThere), 1)
    const reference = await measureLoad(bare.url + address, headers(student), seconds).finally(bare.stop)
    const product = await measureLoad(riverbank.url + address, headers(student), seconds)
    const remix = await measureLoad(remixServe.url + address, headers(studentThere), seconds)
    const compared = (by: LoadResult) => ({
      value: describeRequest(by),
      reference: describeRequest(reference),
      share: formatShare(by, reference),
    })
    rows.push({ name: name, ...compared(product), goal: `${goal * 100} %` })
    if (as === 'cookie') {
      const uncached = await measureLoad(riverbank.url + address, headers(student), seconds, { isUnique: true })
      rows.push({ name: 'the same, rendered each time', ...compared(uncached) })
    }
    const times = (product.rate / remix.rate).toFixed(1)
    rows.push({ name: `the same by remix-serve: the product is ${times} times as fast`, ...compared(remix) })
  }
  return rows
}
