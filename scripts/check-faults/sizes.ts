import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { addressIn, screens } from '../../app/test/screens'
import { logInAll, usernames } from '../../app/test/served'
import { addPeople, fillTo } from '../bench/rows'
import { type Call, callsOf, type Document } from '../check-api/judge'
import { headersOf } from '../shared/client'
import { processorTime } from '../shared/measures'
import type { Pace } from '../shared/topics'
import { send } from '../shared/wire'

/** What a centre has after many years, and tables of which it has fewer than of others. */
const ROWS = 100_000
const rows: Record<string, number> = { events: 10_000, newsletters: 10_000, resources: 1000 }
/** In milliseconds of the processor, and in bytes of HTML. */
const MOST_TIME = 300
const MOST_BYTES = 150_000

/** Views that only a long list has: its last page, a search. */
const beyond = [
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

interface Asked {
  name: string
  path: string
  as?: keyof typeof usernames
  /** Whether it is a page, which has a most of bytes. */
  isPage: boolean
  /** For a list that is given whole: its time grows with its length. */
  isWhole?: boolean
}

/**
 * Every screen and every call that only reads, on a product with the rows of many years: none takes much of the processor, and no page
 * is large. That no query scans a table that grows is tested in app/domain/query-plans.test.ts.
 */
export async function sizeFaults({ short, leniency }: Pace): Promise<string[]> {
  await using riverbank = await startRiverbank()
  addPeople(riverbank)
  fillTo(riverbank, (table) => (rows[table] ?? ROWS) / (short ? 10 : 1))
  return await measured(riverbank, await askedOf(riverbank, short), leniency)
}

async function askedOf(riverbank: RunningRiverbank, short: boolean): Promise<Asked[]> {
  const pages = screens().map(
    ({ path, as }): Asked => ({ name: path, path: addressIn(riverbank, path), as, isPage: true }),
  )
  const far = beyond.map((path): Asked => ({ name: path, path, as: 'aoife', isPage: true }))
  const { text } = await send(riverbank.url, { method: 'GET', path: '/api/openapi.json' })
  const isList = ({ method, path }: Call) => method === 'GET' && !path.includes('{id}')
  const calls = callsOf(JSON.parse(text) as Document)
    .filter(isList)
    .flatMap(({ path, operation }): Asked[] => {
      const call: Asked = { name: path, path, as: path.includes('/portal/') ? 'daniel' : 'aoife', isPage: false }
      const isWhole = operation.parameters?.some(({ name }) => name === 'limit')
      return isWhole
        ? [
            { ...call, isWhole },
            { ...call, path: `${path}?limit=500` },
          ]
        : [call]
    })
  const list = '/dashboard/newsletter/subscribers/export'
  const all = [...pages, ...far, ...calls, { name: list, path: list, as: 'aoife', isPage: false } as const]
  const grown = /^\/dashboard(\/(calendar|timetable|newsletter\/subs|notices\/qqi|profile\/act).*)?$/
  return short ? all.filter(({ as, name }) => as === 'aoife' && grown.test(name)) : all
}

async function measured(riverbank: RunningRiverbank, all: Asked[], leniency: number): Promise<string[]> {
  const sessions = await logInAll(riverbank)
  const faults: string[] = []
  const table: { name: string; time: number; bytes: number }[] = []
  for (const { name, path, as, isPage, isWhole } of all) {
    const requested = { method: 'GET', path, headers: headersOf(as && sessions[as], 'cookie') }
    const times: number[] = []
    let bytes = 0
    while (times.length < 3) {
      const startedAt = processorTime(riverbank.pid)
      const { text, status } = await send(riverbank.url, requested)
      times.push(processorTime(riverbank.pid) - startedAt)
      bytes = Buffer.byteLength(text)
      if (status >= 500) faults.push(`${name} answered ${status}`)
    }
    // The first time includes what the engine compiles.
    const time = Math.min(...times)
    table.push({ name: `${name}${as ? ` for ${usernames[as]}` : ''}`, time, bytes })
    if (!isWhole && time > MOST_TIME * leniency) faults.push(`${name} took ${time.toFixed()} ms of the processor`)
    if (isPage && bytes > MOST_BYTES) faults.push(`${name} for ${as} is ${(bytes / 1000).toFixed()} kB`)
  }
  for (const { name, time, bytes } of table.sort((one, other) => other.bytes - one.bytes))
    console.log(`    ${time.toFixed(1).padStart(7)} ms ${(bytes / 1000).toFixed(1).padStart(7)} kB  ${name}`)
  return faults
}
