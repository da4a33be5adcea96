import { parseArgs } from 'node:util'

/** How to run a check: the short form is for scripts/check, which may run on a busy machine. */
export interface CheckOptions {
  short: boolean
  /** A factor for all time limits. */
  leniency: number
  /** A folder of files to check instead of the samples (`--inputs FOLDER`). */
  inputs?: string
  /** The kinds of foreign bytes to send instead of all (`--kinds Word,recording`). */
  kinds?: string[]
}

/** A part of a check. Returns its faults, one line each. */
export type Topic = (pace: CheckOptions) => Promise<string[]>

/** The topics in `only`, such as 'forms,paths', or those of `otherwise`. Throws for an unknown name. */
export function selectTopics<Topic>(
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

/** The maximum number of printed faults for each topic, and their maximum length. */
const MAX_SHOWN = 30
const MAX_LENGTH = 4000

/**
 * Runs the topics of a check, or those in `--only a,b`, and prints their faults; with `--short` runs those of `inShort` in their
 * short form, `atOnce` at a time. The process exits with 1 if there are faults.
 */
export async function runTopics(
  topics: Record<string, Topic>,
  { inShort = Object.keys(topics), atOnce = 1, none }: { inShort?: string[]; atOnce?: number; none: string },
): Promise<void> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean' },
      only: { type: 'string' },
      inputs: { type: 'string' },
      kinds: { type: 'string' },
    },
  })
  const short = values.short ?? false
  const pace = { short, leniency: short ? 10 : 1, inputs: values.inputs, kinds: values.kinds?.split(',') }
  if (short) console.log(`Short form: time limits are multiplied by ${pace.leniency}, since the machine may be busy.`)
  let count = 0
  await runConcurrently(
    selectTopics(topics, values.only, short ? inShort : undefined),
    short ? atOnce : 1,
    async ([name, topic]) => {
      const startedAt = performance.now()
      const found = await topic(pace).catch((error: Error) => [`the check was aborted: ${error.stack}`])
      console.log(`  ${name}: ${found.length} faults, ${((performance.now() - startedAt) / 1000).toFixed()} s`)
      for (const fault of found.slice(0, MAX_SHOWN)) console.error(`    ${fault.slice(0, MAX_LENGTH)}`)
      if (found.length > MAX_SHOWN) console.error(`    and ${found.length - MAX_SHOWN} more`)
      count += found.length
    },
  )
  console.log(count === 0 ? none : `${count} faults.`)
  process.exitCode = count === 0 ? 0 : 1
}

export async function runConcurrently<Item>(
  items: Item[],
  max: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index]!, index)
  }
  await Promise.all(Array.from({ length: max }, worker))
}
