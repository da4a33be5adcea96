// Plants important faults in a clone of the last commit, one at a time, and runs the check that should detect each: `npm run check:checks`;
// `-- --only NAME,NAME` for some, `-- --half access` for those in who may open what, `-- --half unit` for the others without a build,
// `-- --half built` for the rest. `--write` updates their rows in scripts/checks/faults-planted.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { accessFaults } from './planted/access-faults'
import { type Check, needsBuild } from './planted/check'
import { plantedFaults } from './planted/faults'
import {
  createClone,
  createPlanter,
  formatList,
  formatVerdict,
  hasUncommittedChanges,
  LIST,
  type Verdict,
} from './planted/plant'
import { selectTopics } from './shared/topics'

const { values } = parseArgs({
  options: { only: { type: 'string' }, half: { type: 'string' }, write: { type: 'boolean' } },
})
if (hasUncommittedChanges()) {
  console.error('There are uncommitted changes. Faults are planted in a clone of the last commit: please commit first.')
  process.exit(1)
}

// To run the exit handlers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const getHalf = (name: string, check: Check) =>
  Object.hasOwn(accessFaults, name) ? 'access' : needsBuild(check) ? 'built' : 'unit'
const chosen = selectTopics(plantedFaults, values.only).filter(
  ([name, { check }]) => !values.half || values.half === getHalf(name, check),
)
const { getUselessReason, plant } = createPlanter(createClone())
if (values.half === 'access') await getUselessReason({ test: 'app/routes/access.test.ts' })
for (const [name, { check }] of chosen)
  console.log(`  ${name}: its check ${(await getUselessReason(check)) ?? 'passes'}`)
const verdicts = new Map<string, Verdict>()
for (const [name, fault] of chosen) {
  const since = performance.now()
  const verdict = await plant(fault)
  verdicts.set(name, verdict)
  console.log(
    `  ${name}: ${formatVerdict(verdict).slice(0, 4000)} (${((performance.now() - since) / 1000).toFixed()} s)`,
  )
}
const seen = [...verdicts.values()].filter((verdict) => 'seenBy' in verdict).length
if (values.write) writeFileSync(LIST, formatList(readFileSync(LIST, 'utf8'), plantedFaults, verdicts))
console.log(`${seen} of ${verdicts.size} faults were detected.`)
process.exitCode = seen === verdicts.size ? 0 : 1
