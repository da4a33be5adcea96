import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { startRiverbank } from '../../app/test/running'
import { addressIn, type Screen, screens } from '../../app/test/screens'
import { usernames } from '../../app/test/served'
import { type Credentials, headersOf, logIn } from '../check-api/people'
import { send } from '../check-api/wire'
import { type Bench, inKb, median, type Row } from './row'
import { addPeople, fillTo } from './rows'

const SIZES = [100, 1000, 10_000, 100_000]

// A connection that idled while rows were filled in may be closed just when it is used again.
const through = new Agent({ keepAlive: false })

/** How many of the slowest screens are shown. */
const SHOWN = 10

interface Seen {
  name: string
  /** Milliseconds of the processor and bytes at each size. */
  times: number[]
  bytes: number[]
}

/** The processor time that the server's main thread took so far, in milliseconds: unlike a clock's, it does not grow when others work. */
function processorTime(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

const nameOf = ({ path, as }: Screen) => `${path}${as ? ` for ${usernames[as]}` : ''}`

/** What each screen takes of the processor with 100 to 100,000 rows in each table that grows. */
export const benchGrowth: Bench = async ({ short }) => {
  const riverbank = await startRiverbank()
  try {
    const sessions: Record<string, Credentials> = {}
    for (const [person, username] of Object.entries(usernames)) sessions[person] = await logIn(riverbank, username)
    addPeople(riverbank)
    const seen = new Map<string, Seen>()
    for (const size of SIZES) {
      fillTo(riverbank, () => size)
      for (const screen of screens()) {
        const { path, as = 'daniel' } = screen
        // A visitor's page is asked for with a session too, since without one it is a kept page.
        const asked = { method: 'GET', path: addressIn(riverbank, path), headers: headersOf(sessions[as], 'cookie') }
        const name = nameOf(screen)
        const one = seen.get(name) ?? { name, times: [], bytes: [] }
        const { text } = await send(riverbank.url, asked, { through })
        const times: number[] = []
        while (times.length < (short ? 5 : 11)) {
          const begun = processorTime(riverbank.pid)
          await send(riverbank.url, asked, { through })
          times.push(processorTime(riverbank.pid) - begun)
        }
        one.times.push(median(times))
        one.bytes.push(Buffer.byteLength(text))
        seen.set(name, one)
      }
    }
    return rowsOf([...seen.values()])
  } finally {
    await riverbank.stop()
  }
}

/** The screens that take most with 100,000 rows. */
function rowsOf(seen: Seen[]): Row[] {
  const inWords = ({ times, bytes }: Seen) =>
    `${times.map((time) => time.toFixed(1)).join(' → ')} ms, ${bytes.map(inKb).join(' → ')}`
  return seen
    .sort((one, other) => other.times.at(-1)! - one.times.at(-1)!)
    .slice(0, SHOWN)
    .map((one) => ({ name: `${one.name}, 100 to 100,000 rows`, value: inWords(one), goal: 'at most 30 ms' }))
}
