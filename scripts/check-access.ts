// The product as small browsers and old ones get it: `npm run check:access`; `-- --only html` for some topics.
import { parseArgs } from 'node:util'
import { htmlFaults } from './check-access/html'
import { smallBrowserFaults } from './check-access/small-browsers'
import { type Pace, paceOf } from './check-security/pace'

const topics: Record<string, (pace: Pace) => Promise<string[]>> = {
  html: htmlFaults,
  'small-browsers': smallBrowserFaults,
}

const { values } = parseArgs({ options: { short: { type: 'boolean' }, only: { type: 'string' } } })
const faults: string[] = []
for (const name of values.only?.split(',') ?? Object.keys(topics)) {
  const begun = performance.now()
  const found = await topics[name]!(paceOf(values.short ?? false))
  console.log(`  ${name}: ${found.length} faults, ${((performance.now() - begun) / 1000).toFixed()} s`)
  for (const fault of found) console.error(`    ${fault.slice(0, 4000)}`)
  faults.push(...found)
}
process.exitCode = faults.length === 0 ? 0 : 1
