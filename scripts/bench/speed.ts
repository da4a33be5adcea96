import { startRiverbank } from '../../app/test/running'
import { logInOverHttp } from '../../app/test/served'
import { headersOf } from '../shared/client'
import { hasCommand } from '../shared/machine'
import { type Load, load } from './load'
import type { Bench, Row } from './row'
import { type Kept, keep, startBare, startRemixServe } from './servers'

/** What is asked for, by whom, and the share of bare node:http that it is to reach. */
interface Asked {
  name: string
  path: string
  as?: 'cookie' | 'token'
  goal: number
}

const requested: Asked[] = [
  { name: '/about, a public page as kept', path: '/about', goal: 0.5 },
  // A page for somebody with a session is never a kept one: its loaders are asked each time, and React where they give something new.
  { name: '/about, rendered', path: '/about', as: 'cookie', goal: 0.015 },
  { name: '/contact, rendered, with a form', path: '/contact', as: 'cookie', goal: 0.015 },
  { name: '/dashboard, a student’s', path: '/dashboard', as: 'cookie', goal: 0.01 },
  { name: 'the style sheet', path: 'css', goal: 0.3 },
  { name: 'the largest script', path: 'js', goal: 0.3 },
  { name: '/api/events, as anyone gets it', path: '/api/events', goal: 0.05 },
  { name: '/api/events, with a token', path: '/api/events', as: 'token', goal: 0.05 },
]

const inWords = ({ rate, p99 }: Load) =>
  `${Math.round(rate).toLocaleString('en-IE')}/s, p99 ${p99 < 10 ? p99.toFixed(1) : Math.round(p99)} ms`
function shareOf({ rate }: Load, { rate: whole }: Load): string {
  const share = (100 * rate) / whole
  return `${share.toFixed(share < 10 ? 2 : 1)} %`
}

/** The paths of the style sheet and of the largest script that the dashboard's page names. */
async function assetsOf(url: string, headers: Record<string, string>): Promise<Record<'css' | 'js', string>> {
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
  if (!hasCommand('wrk')) return [{ name: 'speed', value: 'NOT DONE: wrk can’t be installed here' }]
  await using riverbank = await startRiverbank()
  await using remixServe = await startRemixServe()
  const rows: Row[] = []
  const student = await logInOverHttp(riverbank, 'demo.student')
  const studentThere = await logInOverHttp({ ...riverbank, url: remixServe.url }, 'demo.student')
  const assets: Record<string, string> = await assetsOf(riverbank.url, headersOf(student, 'cookie'))
  for (const { name, path, as, goal } of requested) {
    const address = assets[path] ?? path
    const headers = (who: typeof student) => ({ 'Accept-Encoding': 'br, gzip', ...(as && headersOf(who, as)) })
    const answer = await fetch(riverbank.url + address, { headers: headers(student), redirect: 'error' })
    const stored: Record<string, Kept> = { [address]: await keep(answer) }
    const bare = await startBare(stored)
    // Once before, so that what is compiled on the way is ready.
    await load(riverbank.url + address, headers(student), 1)
    await load(remixServe.url + address, headers(studentThere), 1)
    const reference = await load(bare.url + address, headers(student), seconds).finally(bare.stop)
    const product = await load(riverbank.url + address, headers(student), seconds)
    const remix = await load(remixServe.url + address, headers(studentThere), seconds)
    const compared = (by: Load) => ({
      value: inWords(by),
      reference: inWords(reference),
      share: shareOf(by, reference),
    })
    rows.push({ name: name, ...compared(product), goal: `${goal * 100} %` })
    if (as === 'cookie') {
      const anew = await load(riverbank.url + address, headers(student), seconds, { anew: true })
      rows.push({ name: 'the same, rendered anew each time', ...compared(anew) })
    }
    const times = (product.rate / remix.rate).toFixed(1)
    rows.push({ name: `the same by remix-serve: the product gives ${times} times as many`, ...compared(remix) })
  }
  return rows
}
