// Plants faults that matter in a clone of the last commit, one at a time, and runs the part of scripts/test that should see each:
// `npm run check:checks`; `-- --only NAME,NAME` for some, `-- --write` to write scripts/faults-planted.md anew.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { faults } from './check-checks/faults'
import { LIST, listed, type Planted, told } from './check-checks/list'
import { isDirty, planterIn, scratchClone } from './check-checks/plant'
import { named } from './shared/topics'

/** In milliseconds. What is not planted by then counts as not seen. */
const LONGEST = 60 * 60_000

const { values } = parseArgs({ options: { only: { type: 'string' }, write: { type: 'boolean' } } })
if (isDirty()) {
  console.error(
    'Something here is not committed. Faults are planted in a clone of the last commit: please commit first.',
  )
  process.exit(1)
}
if (values.only && values.write) {
  console.error(`${LIST} tells of all faults: please write it without --only.`)
  process.exit(1)
}

// So that what happens at an exit happens.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const chosen = named(faults, values.only)
const begun = performance.now()
const { useless, plant } = planterIn(scratchClone())
const isLate = () => performance.now() - begun > LONGEST
for (const [name, { check }] of chosen)
  if (!isLate()) console.log(`  ${name}: its check ${(await useless(check)) ?? 'passes'}`)
const planted: Planted[] = []
for (const [name, fault] of chosen) {
  const since = performance.now()
  const verdict = isLate() ? { unseen: 'There was no time left.' } : await plant(fault)
  planted.push({ name, fault, verdict })
  console.log(`  ${name}: ${told(verdict).slice(0, 4000)} (${((performance.now() - since) / 1000).toFixed()} s)`)
}
const seen = planted.filter(({ verdict }) => 'seenBy' in verdict).length
if (values.write) writeFileSync(LIST, listed(planted))
console.log(`${seen} of ${planted.length} faults were seen.`)
process.exitCode = seen === planted.length ? 0 : 1
