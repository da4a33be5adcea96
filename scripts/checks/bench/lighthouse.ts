import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startRiverbank } from '../../../app/test/running'
import { findFreePort } from '../shared/machine'
import { getQuantile } from '../shared/measures'
import { launchBrowser } from './browser'
import { type Bench, type BenchRow, formatKilobytes } from './row'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Fetched only by this bench: with its dependencies it is a quarter of all installed files. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

interface LighthouseReport {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    { score: number | null; numericValue?: number; displayValue?: string; details?: { items?: unknown[] } }
  >
}

/** Lighthouse's report on a page, for its default phone with a slow connection and processor. */
async function runLighthouse(address: string, port: number): Promise<LighthouseReport> {
  const options = [`--port=${port}`, `--only-categories=${categories.join()}`, '--output=json', '--quiet']
  const { stdout } = await promisify(execFile)('npx', ['--yes', LIGHTHOUSE, address, ...options], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const report = JSON.parse(stdout) as LighthouseReport
  if (report.runtimeError) throw new Error(`${address}: ${report.runtimeError.message}`)
  return report
}

/** A report's complaints about a page, sorted by cost. */
function listComplaints({ categories: found, audits }: LighthouseReport): string[] {
  return Object.values(found).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim()),
  )
}

const countRequests = ({ audits }: LighthouseReport) => audits['network-requests']?.details?.items?.length

/** The paths of the public pages: those of the sitemap, with one record of each kind. */
async function listPublicPages(url: string): Promise<string[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
  const kindOf = (path: string) => path.replace(/\d+$/, ':id')
  return paths.filter((path, index) => paths.findIndex((other) => kindOf(other) === kindOf(path)) === index)
}

/** Runs Lighthouse for mobile on every public page and the log-in: the four categories, their metrics, and the page's size. */
export const benchLighthouse: Bench = async ({ short }) => {
  await using riverbank = await startRiverbank()
  const port = await findFreePort()
  await using _browser = await launchBrowser(port)
  const rows: BenchRow[] = []
  for (const path of await listPublicPages(riverbank.url)) {
    const seen: LighthouseReport[] = []
    while (seen.length < (short ? 1 : 3)) seen.push(await runLighthouse(riverbank.url + path, port))
    const middle = (of: (report: LighthouseReport) => number | null | undefined) =>
      getQuantile(
        seen.map((one) => of(one) ?? 0),
        0.5,
      )
    const figure = (id: string) => middle(({ audits }) => audits[id]?.numericValue)
    const scores = categories.map((id) => Math.round(100 * middle((one) => one.categories[id]?.score)))
    const lcp = `LCP ${(figure('largest-contentful-paint') / 1000).toFixed(2)} s`
    const rest = `TBT ${Math.round(figure('total-blocking-time'))} ms, CLS ${figure('cumulative-layout-shift').toFixed(3)}`
    const weight = `${formatKilobytes(figure('total-byte-weight'))} in ${countRequests(seen[0]!)} requests`
    rows.push({ name: `${path}, Lighthouse`, value: `${scores.join(' ')}, ${lcp}, ${rest}, ${weight}`, goal: GOAL })
    const against = [...new Set(seen.flatMap(listComplaints))]
    if (against.length > 0) console.error(`  ${path}: ${against.join('; ')}`)
  }
  return rows
}

const GOAL = '100 each, 1.5 s, 0 to 50 ms, 0'
