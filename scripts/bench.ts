// Benchmarks the built product: `npm run bench`; `-- --only speed,size` for some topics, `-- --short` for a quick look. Prints one table
// with each figure, its reference from the same run, if any, and its goal. Missed goals do not fail the run.
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchLighthouse } from './bench/lighthouse'
import { benchMemory } from './bench/memory'
import { type Bench, type BenchRow, formatTable } from './bench/row'
import { benchSize } from './bench/size'
import { benchSizing } from './bench/sizing'
import { benchSpeed } from './bench/speed'
import { selectTopics } from './shared/topics'

const topics: Record<string, Bench> = {
  speed: benchSpeed,
  lighthouse: benchLighthouse,
  size: benchSize,
  memory: benchMemory,
  sizing: benchSizing,
}

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, only: { type: 'string' } } })
const load = loadavg()[0] ?? 0
// Other load lowers all rates, most of all on a core shared with the client.
const machine = `${cpus().length} cores, Node ${process.versions.node}, load ${load.toFixed(1)} before`
const rows: BenchRow[] = [{ name: 'the machine', value: machine }]
for (const [name, bench] of selectTopics(topics, values.only)) {
  const startedAt = performance.now()
  rows.push(...(await bench({ short: values.short })))
  console.error(`${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
console.log(`\n${formatTable(rows)}`)
