// Attacks the built product over HTTP: `npm run check:security`; `-- --short` for a sample, `-- --only forms,paths` for some
// topics.
import { parseArgs } from 'node:util'
import { demonstrationFaults } from './check-security/demonstration'
import { erasureFaults } from './check-security/erasure'
import { formFaults } from './check-security/forms'
import { inputFaults } from './check-security/input'
import { logInFaults } from './check-security/log-ins'
import { oldBrowserFaults } from './check-security/old-browsers'
import { type Pace, paceOf } from './check-security/pace'
import { pathFaults } from './check-security/paths'
import { secretFaults } from './check-security/secrets'
import { uploadFaults } from './check-security/uploads'

/** The faults that are printed for each topic. */
const MOST_SHOWN = 30

const topics: Record<string, (pace: Pace) => Promise<string[]>> = {
  forms: formFaults,
  'log-ins': logInFaults,
  paths: pathFaults,
  erasure: erasureFaults,
  memory: uploadFaults,
  secrets: secretFaults,
  'old-browsers': oldBrowserFaults,
  input: inputFaults,
  demonstration: demonstrationFaults,
}

const { values } = parseArgs({ options: { short: { type: 'boolean' }, only: { type: 'string' } } })
const pace = paceOf(values.short ?? false)
const chosen = values.only?.split(',') ?? Object.keys(topics)
if (pace.short)
  console.log(`The short form: limits of time count ${pace.leniency} times, since the machine may be busy.`)

const faults: string[] = []
for (const name of chosen) {
  const topic = topics[name]
  if (!topic) throw new Error(`There is no topic ${name}, only ${Object.keys(topics).join(', ')}.`)
  const begun = performance.now()
  const found = await topic(pace).catch((error: Error) => [`could not be checked to the end: ${error.stack}`])
  console.log(`  ${name}: ${found.length} faults, ${((performance.now() - begun) / 1000).toFixed()} s`)
  for (const fault of found.slice(0, MOST_SHOWN)) console.error(`    ${fault.slice(0, 500)}`)
  if (found.length > MOST_SHOWN) console.error(`    and ${found.length - MOST_SHOWN} more`)
  faults.push(...found)
}

console.log(faults.length === 0 ? 'The attacks came to nothing.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1
