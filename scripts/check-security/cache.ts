import type { RunningRiverbank } from '../../app/test/running'
import { type Credentials, headersOf } from '../check-api/people'
import { type Sent, send } from '../check-api/wire'
import { memoryOf } from './memory'
import { inLanes, type Pace, quantile, tally } from './pace'
import { form } from './records'

/** In MB. Ten thousand cached pages would take more. */
const MOST_GROWTH = 150
const ROUNDS = 40
/** A cached page takes at most this share of the time of a rendered one. */
const MOST_SHARE = 0.6

type Asked = Pick<Sent, 'path' | 'headers'>

/** The median time of a page, in milliseconds. */
async function timeOf(url: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now()
    await send(url, { method: 'GET', path, headers })
    times.push(performance.now() - begun)
  }
  return quantile(times, 0.5)
}

/** The page cache of one server, observed by response times. */
class Cache {
  constructor(
    private readonly riverbank: RunningRiverbank,
    /** Headers of a known visitor, for whom every page is rendered. */
    private readonly known: Record<string, string>,
  ) {}

  /** Whether a page is cached for strangers, with the times that show it; there are three attempts, for a busy machine. */
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

  /** Requests one page with many variations, and checks how a page not yet requested is cached after that. */
  async flood(name: string, { many, vary, other }: { many: number; vary: (index: number) => Asked; other: string }) {
    const { url, pid } = this.riverbank
    const statuses: number[] = []
    const ask = async (index: number) => {
      statuses.push((await send(url, { method: 'GET', ...vary(index) })).status)
    }
    // The first half fills the heap up to a garbage collection; growth after it is retained memory.
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

/** Invented queries and headers do not fill the page cache: it keeps the pages that others request, and takes no more memory. */
export async function cacheFaults(riverbank: RunningRiverbank, tutor: Credentials, { short }: Pace): Promise<string[]> {
  const { url } = riverbank
  const known = headersOf(tutor, 'cookie')
  const cache = new Cache(riverbank, known)
  // If a cached page can't be told from a rendered one, the rest would prove nothing.
  const { isKept, figures } = await cache.keeps('/accessibility')
  if (!isKept) return [`no page is kept: ${figures}`]
  const byQuery = await cache.flood('queries of /about', {
    many: short ? 1500 : 10_000,
    vary: (index) => ({ path: `/about?x=${index}` }),
    other: '/programmes',
  })
  // A change empties the cache, so that the second flood starts anew.
  await send(url, { method: 'POST', path: '/unsubscribe', ...form({}) })
  const byHeader = await cache.flood('values of Save-Data for /terms', {
    many: short ? 600 : 3000,
    vary: (index) => ({ path: '/terms', headers: { 'Save-Data': `on${index}` } }),
    other: '/privacy',
  })
  return [...byQuery, ...byHeader]
}
