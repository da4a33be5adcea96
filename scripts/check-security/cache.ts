import type { RunningRiverbank } from '../../app/test/running'
import { type Credentials, headersOf } from '../check-api/people'
import { type Sent, send } from '../check-api/wire'
import { memoryOf } from './memory'
import { inLanes, type Pace, quantile, tally } from './pace'
import { form } from './records'

/** In MB. Ten thousand pages, each kept, would take more. */
const MOST_GROWTH = 150
const ROUNDS = 40
/** What a kept page takes of the time of one that is rendered, at most. */
const MOST_SHARE = 0.6

type Asked = Pick<Sent, 'path' | 'headers'>

/** The middle time that a page takes, in milliseconds. */
async function timeOf(url: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now()
    await send(url, { method: 'GET', path, headers })
    times.push(performance.now() - begun)
  }
  return quantile(times, 0.5)
}

/** The pages of one server, told apart by the time they take. */
class Cache {
  constructor(
    private readonly riverbank: RunningRiverbank,
    /** What somebody known sends, for whom every page is rendered. */
    private readonly known: Record<string, string>,
  ) {}

  /** Whether a page is kept for strangers, and the times that say so; a busy machine gets three chances to tell. */
  async keeps(path: string): Promise<{ isKept: boolean; figures: string }> {
    const { url } = this.riverbank
    let figures = ''
    for (let time = 0; time < 3; time += 1) {
      const kept = await timeOf(url, path)
      const rendered = await timeOf(url, path, this.known)
      figures = `${path} takes ${kept.toFixed(1)} ms, rendered anew ${rendered.toFixed(1)} ms`
      if (kept < rendered * MOST_SHARE) return { isKept: true, figures }
    }
    return { isKept: false, figures }
  }

  /** Asks one page with something else each time, and looks what came of that for a page that nobody asked for yet. */
  async flood(name: string, { many, vary, other }: { many: number; vary: (index: number) => Asked; other: string }) {
    const { url, pid } = this.riverbank
    const statuses: number[] = []
    const ask = async (index: number) => {
      statuses.push((await send(url, { method: 'GET', ...vary(index) })).status)
    }
    // The first half fills memory with garbage up to where it is taken away; what grows after it is kept.
    await inLanes(Array.from({ length: many / 2 }), 4, (_, index) => ask(index))
    const before = memoryOf(pid)
    await inLanes(Array.from({ length: many }), 4, (_, index) => ask(many + index))
    const grown = memoryOf(pid) - before
    const { isKept, figures } = await this.keeps(other)
    console.log(`  ${many} ${name}: ${tally(statuses)}, ${grown.toFixed()} MB more; ${figures}`)
    return [
      ...(statuses.some((status) => status !== 200) ? [`${name} were answered ${tally(statuses)}`] : []),
      ...(grown > MOST_GROWTH ? [`${many} ${name} took ${grown.toFixed()} MB more, not ${MOST_GROWTH} at most`] : []),
      ...(isKept ? [] : [`after ${many} ${name} no other page is kept: ${figures}`]),
    ]
  }
}

/** Queries and headers that anybody makes up do not fill the cache of pages: it keeps what others ask for, and takes no more memory. */
export async function cacheFaults(riverbank: RunningRiverbank, tutor: Credentials, { short }: Pace): Promise<string[]> {
  const { url } = riverbank
  const known = headersOf(tutor, 'cookie')
  const cache = new Cache(riverbank, known)
  // Where a page that is kept can't be told from one that is rendered, the rest would prove nothing.
  const { isKept, figures } = await cache.keeps('/accessibility')
  if (!isKept) return [`no page is kept: ${figures}`]
  const byQuery = await cache.flood('queries of /about', {
    many: short ? 1500 : 10_000,
    vary: (index) => ({ path: `/about?x=${index}` }),
    other: '/programmes',
  })
  // A change empties the cache: the second flood begins anew.
  await send(url, { method: 'POST', path: '/unsubscribe', ...form({}) })
  const byHeader = await cache.flood('values of Save-Data for /terms', {
    many: short ? 600 : 3000,
    vary: (index) => ({ path: '/terms', headers: { 'Save-Data': `on${index}` } }),
    other: '/privacy',
  })
  return [...byQuery, ...byHeader]
}
