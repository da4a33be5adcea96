// What things cost, of the built product: `npm run bench`; `-- --only speed,phone` for some topics, `-- --short` for a first look.
// Prints one table, each figure beside a reference of the same run where there is one, and its goal, without failing on it.
import { parseArgs } from 'node:util'
import { benchGrowth } from './bench/growth'
import { benchPhone } from './bench/phone'
import { type Bench, tableOf } from './bench/row'
import { benchSpeed } from './bench/speed'
import { named } from './topics'

const topics: Record<string, Bench> = {
  speed: benchSpeed,
  phone: benchPhone,
  growth: benchGrowth,
}

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, only: { type: 'string' } } })
const rows = []
for (const [name, bench] of named(topics, values.only)) {
  const begun = performance.now()
  rows.push(...(await bench({ short: values.short })))
  console.error(`${name}: ${Math.round((performance.now() - begun) / 1000)} s`)
}
console.log(`\n${tableOf(rows)}`)
