import { setTimeout } from 'node:timers/promises'
import { log } from '~/log.server'
import { getTrouble, type Trouble } from '~db/trouble'
import { type RefusalKind, Refused } from './refused'

/** Seconds after which another program has probably released the database. */
const RETRY_AFTER = 5

const messagesByTrouble: Record<Trouble, { kind: RefusalKind; message: string; retryAfter?: number }> = {
  full: { kind: 'storageFailed', message: 'The website has run out of space, so this was not saved.' },
  broken: { kind: 'storageFailed', message: 'The website can’t save anything just now, so this was not saved.' },
  locked: {
    kind: 'busy',
    message: 'The website is busy with something else just now, so this was not saved.',
    retryAfter: RETRY_AFTER,
  },
}

/** A refusal, storageFailed or busy, for errors of the disk or the database, whose cause is logged; null for any other error. */
function toStorageRefusal(error: unknown): Refused | null {
  const trouble = getTrouble(error)
  if (!trouble) return null
  logTrouble('could not be saved', error)
  const { kind, message, retryAfter } = messagesByTrouble[trouble]
  return new Refused(kind, message, { retryAfter })
}

/** Converts an error to a refusal: the domain's own, or one of storage; null for our own faults. */
export function toRefusal(error: unknown): Refused | null {
  return error instanceof Refused ? error : toStorageRefusal(error)
}

/** How long a request waits for an optional write, in milliseconds. */
const MAX_WAIT = 100
/** How many such writes have taken longer. While there are any, requests don't wait for new ones. */
let lateWrites = 0

/** Waits briefly for a write that no answer depends on. Logs failures with a count, and never throws. */
export async function writeInBackground(what: string, write: Promise<unknown>): Promise<void> {
  const done = write.then(
    () => true,
    (error: unknown) => {
      if (getTrouble(error)) logTrouble(`${what}: skipped`, error)
      else log.error({ err: error }, what)
      return true
    },
  )
  if (lateWrites === 0 && (await Promise.race([done, setTimeout(MAX_WAIT, false)]))) return
  lateWrites++
  void done.then(() => lateWrites--)
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
