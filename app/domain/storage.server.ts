import { setTimeout } from 'node:timers/promises'
import { log } from '~/log.server'
import { type Trouble, troubleOf } from '~db/trouble'
import { Refused } from './refused'

/** The seconds after which another program may have let go of the database. */
const RETRY_AFTER = 5

const refusals: Record<Trouble, { status: number; words: string; retryAfter?: number }> = {
  full: { status: 507, words: 'The website has no room left, so this was not saved.' },
  broken: { status: 507, words: 'The website can’t save anything just now, so this was not saved.' },
  locked: {
    status: 503,
    words: 'The website is busy with something else just now, so this was not saved.',
    retryAfter: RETRY_AFTER,
  },
}

/** The refusal of what could not be stored, 507 or 503, when `error` is the disk's or the database's; its cause goes to the log. Null for any other error. */
function storageRefusal(error: unknown): Refused | null {
  const trouble = troubleOf(error)
  if (!trouble) return null
  logTrouble('could not be saved', error)
  const { status, words, retryAfter } = refusals[trouble]
  return new Refused(status, words, { retryAfter })
}

/** An error as a refusal: the domain's own, or storage's; null for a fault of ours. */
export function toRefusal(error: unknown): Refused | null {
  return error instanceof Refused ? error : storageRefusal(error)
}

/** How long a request waits for what it could do without, in milliseconds. */
const WAIT = 100
/** How many such writes are still under way after that. While there are any, nobody waits for another. */
let late = 0

/** Waits for a write that nobody's answer depends on, but not long, and whether it works or not: what fails is counted in the log. */
export async function writeInBackground(what: string, write: Promise<unknown>): Promise<void> {
  const done = write.then(
    () => true,
    (error: unknown) => {
      if (troubleOf(error)) logTrouble(`${what}: left out`, error)
      else log.error({ err: error }, what)
      return true
    },
  )
  if (late === 0 && (await Promise.race([done, setTimeout(WAIT, false)]))) return
  late++
  void done.then(() => late--)
}

const MINUTE = 60_000
const lastLogged = new Map<string, { at: number; times: number }>()

function logTrouble(what: string, error: unknown): void {
  const { code } = error as { code: string }
  const key = `${what} ${code}`
  const before = lastLogged.get(key) ?? { at: Number.NEGATIVE_INFINITY, times: 0 }
  const times = before.times + 1
  const isQuiet = performance.now() - before.at < MINUTE
  lastLogged.set(key, isQuiet ? { ...before, times } : { at: performance.now(), times: 0 })
  if (!isQuiet) log.error({ err: error, times }, what)
}
