import { parseArgs } from 'node:util'

/** The size of a check: the short form is for the suite, which may run on a busy machine. */
export interface Pace {
  short: boolean
  /** A factor for all time limits. */
  leniency: number
  /** A folder of files to check in place of our own, of `--inputs FOLDER`. */
  inputs?: string
}

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
 * Runs the topics of a check, or those named by `--only a,b`, and prints what each found; with `--short` those of `inShort`, two at a
 * time, in their short form. The process exits with 1 when there are faults.
 */
export async function runTopics(
  topics: Record<string, Topic>,
  { inShort = Object.keys(topics), none }: { inShort?: string[]; none: string },
): Promise<void> {
  const { values } = parseArgs({
    options: { short: { type: 'boolean' }, only: { type: 'string' }, inputs: { type: 'string' } },
  })
  const short = values.short ?? false
  const pace = { short, leniency: short ? 5 : 1, inputs: values.inputs }
  if (short) console.log(`The short form: limits of time count ${pace.leniency} times, since the machine may be busy.`)
  let count = 0
  await atOnce(named(topics, values.only, short ? inShort : undefined), short ? 2 : 1, async ([name, topic]) => {
    const startedAt = performance.now()
    const found = await topic(pace).catch((error: Error) => [`could not be checked to the end: ${error.stack}`])
    console.log(`  ${name}: ${found.length} faults, ${((performance.now() - startedAt) / 1000).toFixed()} s`)
    for (const fault of found.slice(0, MOST_SHOWN)) console.error(`    ${fault.slice(0, LONGEST)}`)
    if (found.length > MOST_SHOWN) console.error(`    and ${found.length - MOST_SHOWN} more`)
    count += found.length
  })
  console.log(count === 0 ? none : `${count} faults.`)
  process.exitCode = count === 0 ? 0 : 1
}

/** Runs `work` for each of `items`, at most `most` at a time. */
export async function atOnce<Item>(
  items: Item[],
  most: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!, index)
  }
  await Promise.all(Array.from({ length: most }, worker))
}
