import { parseArgs } from 'node:util'
import { type Pace, paceOf } from './check-security/pace'

/** One part of a check: gives the faults it found, one line each. */
export type Topic = (pace: Pace) => Promise<string[]>

/** The topics that `only` names, as 'forms,paths', or those of `otherwise`. Throws for a name that none has. */
export function named<Topic>(
  topics: Record<string, Topic>,
  only: string | undefined,
  otherwise = Object.keys(topics),
): [string, Topic][] {
  return (only?.split(',') ?? otherwise).map((name) => {
    const topic = topics[name]
    if (!topic) throw new Error(`There is no topic ${name}, only ${Object.keys(topics).join(', ')}.`)
    return [name, topic]
  })
}

/** The faults that are printed for each topic, and how much of each. */
const MOST_SHOWN = 30
const LONGEST = 4000

/**
 * Runs the topics of a check, or those named by `--only a,b`, and prints what each found; with `--short` those of `inShort`, in
 * their short form. The process exits with 1 when there are faults.
 */
export async function runTopics(
  topics: Record<string, Topic>,
  { inShort = Object.keys(topics), none }: { inShort?: string[]; none: string },
): Promise<void> {
  const { values } = parseArgs({ options: { short: { type: 'boolean' }, only: { type: 'string' } } })
  const pace = paceOf(values.short ?? false)
  const chosen = named(topics, values.only, pace.short ? inShort : undefined)
  if (pace.short)
    console.log(`The short form: limits of time count ${pace.leniency} times, since the machine may be busy.`)
  const faults: string[] = []
  for (const [name, topic] of chosen) {
    const begun = performance.now()
    const found = await topic(pace).catch((error: Error) => [`could not be checked to the end: ${error.stack}`])
    console.log(`  ${name}: ${found.length} faults, ${((performance.now() - begun) / 1000).toFixed()} s`)
    for (const fault of found.slice(0, MOST_SHOWN)) console.error(`    ${fault.slice(0, LONGEST)}`)
    if (found.length > MOST_SHOWN) console.error(`    and ${found.length - MOST_SHOWN} more`)
    faults.push(...found)
  }
  console.log(faults.length === 0 ? none : `${faults.length} faults.`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
