// Benchmarks the built product: `npm run bench`; `-- --only speed,size` for some topics, `-- --short` for a quick look. Prints one table
// with each figure, its reference from the same run, if any, and its goal. Missed goals do not fail the run. `-- --only speed --gate` compares
// with the last commit of the version before, or `--base COMMIT`, and fails if a row has less than 0.9 of its requests a second.
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { compareWithRelease } from './bench/gate'
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

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    gate: { type: 'boolean', default: false },
    base: { type: 'string' },
  },
})
const load = loadavg()[0] ?? 0
// Other load lowers all rates, most of all on a core shared with the client.
const machine = `${cpus().length} cores, Node ${process.versions.node}, load ${load.toFixed(1)} before`
const rows: BenchRow[] = [{ name: 'the machine', value: machine }]
if (values.gate) {
  const { rows: compared, isFast } = await compareWithRelease(values)
  rows.push(...compared)
  if (!isFast) process.exitCode = 1
}
for (const [name, bench] of values.gate ? [] : selectTopics(topics, values.only)) {
  const startedAt = performance.now()
  rows.push(...(await bench({ short: values.short })))
  console.error(`${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
console.log(`\n${formatTable(rows)}`)
