import { setTimeout } from 'node:timers/promises'
import type { Database } from '~db/schema'

/** Runs `write` in a transaction. Resolves, with its result, once that is on the disk; throws, with nothing written, what any of it threw. */
export type Commit = <Result>(write: (change: Database) => Promise<Result>) => Promise<Result>

/** How many milliseconds a commit waits for what others have to write: less than the disk takes. */
const GATHER = 3

interface Write {
  write: (change: Database) => Promise<unknown>
  resolve: (result: never) => void
  reject: (error: unknown) => void
}

/**
 * Commits together what several mails have to write at the same moment: each commit waits for the disk, and holds up every request
 * as it does so. Nobody's promise resolves before the commit, so a mail is still marked on the disk before a byte of it leaves; and
 * a transaction that fails fails for all of it.
 */
export function sharedCommits(db: Database): Commit {
  let waiting: Write[] = []
  let isWriting = false

  async function writeAll() {
    isWriting = true
    while (waiting.length > 0) {
      await setTimeout(GATHER)
      const entries = waiting
      waiting = []
      await write(entries)
    }
    isWriting = false
  }

  async function write(entries: Write[]) {
    try {
      const results = await db.transaction().execute(async (change) => {
        const results: unknown[] = []
        for (const entry of entries) results.push(await entry.write(change))
        return results
      })
      for (const [index, { resolve }] of entries.entries()) resolve(results[index] as never)
    } catch (error) {
      for (const { reject } of entries) reject(error)
    }
  }

  return (write) =>
    new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject })
      if (!isWriting) void writeAll()
    })
}
