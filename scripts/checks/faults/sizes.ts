import { type RunningRiverbank, startRiverbank } from '../../../app/test/running'
import { listScreens, resolveAddress } from '../../../app/test/screens'
import { logInAll, usernames } from '../../../app/test/served'
import { type ApiCall, type Document, listCalls } from '../api/judge'
import { addPeople, fillTables } from '../bench/rows'
import { createHeaders } from '../shared/client'
import { getProcessorTime } from '../shared/measures'
import type { CheckOptions } from '../shared/topics'
import { sendRaw } from '../shared/wire'

/** The rows of a centre after many years, by table. */
const ROWS = 100_000
const rows: Record<string, number> = { events: 10_000, newsletters: 10_000, resources: 1000 }
/** Maximum processor time in ms, and HTML size in bytes. */
const MAX_TIME = 300
const MAX_BYTES = 150_000

/** Views that only long lists have: the last page, a search. */
const extraViews = [
  '/dashboard?of=2&page=5',
  '/dashboard?of=shared&page=20',
  '/dashboard?search=document',
  '/dashboard/calendar?page=20',
  '/dashboard/timetable?page=20',
  '/dashboard/notices/qqi?page=20',
  '/dashboard/newsletter/subscribers?page=50',
  '/dashboard/newsletter/subscribers?search=reader-77',
  '/dashboard/profile/activity?before=50000',
  '/dashboard/profile/enquiries?page=10',
]

interface SizeRequest {
  name: string
  path: string
  as?: keyof typeof usernames
  /** True for a page, whose size is limited. */
  isPage: boolean
  /** True for a complete list, whose time grows with its length. */
  isWhole?: boolean
}

/**
 * Requests every screen and every reading call with the rows of many years: none may take much processor time, and no page may be large.
 * app/domain/query-plans.test.ts tests that no query scans a growing table.
 */
export async function findSizeFaults({ short, leniency }: CheckOptions): Promise<string[]> {
  await using riverbank = await startRiverbank()
  addPeople(riverbank)
  fillTables(riverbank, (table) => (rows[table] ?? ROWS) / (short ? 10 : 1))
  return await measureRequest(riverbank, await createRequests(riverbank, short), leniency)
}

async function createRequests(riverbank: RunningRiverbank, short: boolean): Promise<SizeRequest[]> {
  const pages = listScreens().map(
    ({ path, as }): SizeRequest => ({ name: path, path: resolveAddress(riverbank, path), as, isPage: true }),
  )
  const far = extraViews.map((path): SizeRequest => ({ name: path, path, as: 'aoife', isPage: true }))
  const { text } = await sendRaw(riverbank.url, { method: 'GET', path: '/api/openapi.json' })
  const isList = ({ method, path }: ApiCall) => method === 'GET' && !path.includes('{id}')
  const calls = listCalls(JSON.parse(text) as Document)
    .filter(isList)
    .flatMap(({ path, operation }): SizeRequest[] => {
      const call: SizeRequest = { name: path, path, as: path.includes('/portal/') ? 'daniel' : 'aoife', isPage: false }
      const isWhole = operation.parameters?.some(({ name }) => name === 'limit')
      return isWhole
        ? [
            { ...call, isWhole },
            { ...call, path: `${path}?limit=500` },
          ]
        : [call]
    })
  const path = '/dashboard/newsletter/subscribers/export'
  const list: SizeRequest = { name: path, path, as: 'aoife', isPage: false, isWhole: true }
  const all = [...pages, ...far, ...calls, list]
  const grown = /^\/dashboard(\/(calendar|timetable|newsletter\/subs|notices\/qqi|profile\/act).*)?$/
  return short ? all.filter(({ as, name }) => as === 'aoife' && grown.test(name)) : all
}

async function measureRequest(riverbank: RunningRiverbank, all: SizeRequest[], leniency: number): Promise<string[]> {
  const sessions = await logInAll(riverbank)
  const faults: string[] = []
  const table: { name: string; time: number; bytes: number }[] = []
  for (const { name, path, as, isPage, isWhole } of all) {
    const requested = { method: 'GET', path, headers: createHeaders(as && sessions[as], 'cookie') }
    const times: number[] = []
    let bytes = 0
    while (times.length < 3) {
      const startedAt = getProcessorTime(riverbank.pid)
      const answer = await sendRaw(riverbank.url, requested).catch(() => null)
      if (!answer) return [...faults, `${name} ended the server`]
      const { text, status } = answer
      times.push(getProcessorTime(riverbank.pid) - startedAt)
      bytes = Buffer.byteLength(text)
      if (status >= 500) faults.push(`${name} answered ${status}`)
    }
    // The first request includes compilation.
    const time = Math.min(...times)
    table.push({ name: `${name}${as ? ` for ${usernames[as]}` : ''}`, time, bytes })
    if (!isWhole && time > MAX_TIME * leniency) faults.push(`${name} took ${time.toFixed()} ms of CPU time`)
    if (isPage && bytes > MAX_BYTES) faults.push(`${name} for ${as} is ${(bytes / 1000).toFixed()} kB`)
  }
  for (const { name, time, bytes } of table.sort((one, other) => other.bytes - one.bytes))
    console.log(`    ${time.toFixed(1).padStart(7)} ms ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`)
  return faults
}
