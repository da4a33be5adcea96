// Plants faults that matter in a clone of the last commit, one at a time, and runs the part of scripts/test that should see each:
// `npm run check:checks`; `-- --only NAME,NAME` for some, `-- --half unit` for those that need no build and `-- --half built` for the
// others; with `--write` it writes their rows in scripts/faults-planted.md again.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { wantsBuild } from './check-checks/check'
import { faults } from './check-checks/faults'
import { isDirty, LIST, listed, planterIn, reported, scratchClone, type Verdict } from './check-checks/plant'
import { named } from './shared/topics'

const { values } = parseArgs({
  options: { only: { type: 'string' }, half: { type: 'string' }, write: { type: 'boolean' } },
})
if (isDirty()) {
  console.error(
    'Something here is not committed. Faults are planted in a clone of the last commit: please commit first.',
  )
  process.exit(1)
}

// So that what happens at an exit happens.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const inHalf = (isBuilt: boolean) => !values.half || (values.half === 'built') === isBuilt
const chosen = named(faults, values.only).filter(([, { check }]) => inHalf(wantsBuild(check)))
const { useless, plant } = planterIn(scratchClone())
for (const [name, { check }] of chosen) console.log(`  ${name}: its check ${(await useless(check)) ?? 'passes'}`)
const verdicts = new Map<string, Verdict>()
for (const [name, fault] of chosen) {
  const since = performance.now()
  const verdict = await plant(fault)
  verdicts.set(name, verdict)
  console.log(`  ${name}: ${reported(verdict).slice(0, 4000)} (${((performance.now() - since) / 1000).toFixed()} s)`)
}
const seen = [...verdicts.values()].filter((verdict) => 'seenBy' in verdict).length
if (values.write) writeFileSync(LIST, listed(readFileSync(LIST, 'utf8'), faults, verdicts))
console.log(`${seen} of ${verdicts.size} faults were seen.`)
process.exitCode = seen === verdicts.size ? 0 : 1
