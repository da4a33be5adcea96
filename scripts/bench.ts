// What things cost, of the built product: `npm run bench`; `-- --only speed,size` for some topics, `-- --short` for a first look.
// Prints one table, each figure next to a reference of the same run where there is one, and its goal, without failing on it.
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { benchLighthouse } from './bench/lighthouse'
import { benchMemory } from './bench/memory'
import { type Bench, type Row, tableOf } from './bench/row'
import { benchSize } from './bench/size'
import { benchSizing } from './bench/sizing'
import { benchSpeed } from './bench/speed'
import { named } from './shared/topics'

const topics: Record<string, Bench> = {
  speed: benchSpeed,
  lighthouse: benchLighthouse,
  size: benchSize,
  memory: benchMemory,
  sizing: benchSizing,
}

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, only: { type: 'string' } } })
const load = loadavg()[0] ?? 0
// Next to other work every rate is too low, and what shares a core with its client most of all.
const machine = `${cpus().length} cores, Node ${process.versions.node}, load ${load.toFixed(1)} before`
const rows: Row[] = [{ name: 'the machine', value: machine }]
for (const [name, bench] of named(topics, values.only)) {
  const startedAt = performance.now()
  rows.push(...(await bench({ short: values.short })))
  console.error(`${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
console.log(`\n${tableOf(rows)}`)
