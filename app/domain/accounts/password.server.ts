import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { Refused } from '~/domain/refused'

/** argon2id with the OWASP minimum (19 MiB, 2 passes): quick enough for a small server, slow enough for a thief. */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** No password has this hash. Whoever looks for one does the work of any other. */
const HASH_OF_NOBODY = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Two at once: each keeps a core busy and one of the four threads that Node also reads files, looks up names and packs
 * answers on. All four, and as many more waiting as there are requests, would hold up every other answer.
 */
const AT_ONCE = 2
const queue = new PQueue({ concurrency: AT_ONCE })
/** How many may wait, of strangers and of people we know each: about a second's work for a small server. */
const PLACES = 32
/** As many of a kind as can be under way: any other finds the queue full. */
export const MOST_STRANGERS = AT_ONCE + PLACES

/** Who waits for a password's hash. Known is who is logged in, or logs in on a device that did so before: they go first and have places of their own. */
export type Standing = 'stranger' | 'known'
const priorities: Record<Standing, number> = { stranger: 0, known: 1 }

/** The seconds after which a full queue has moved on. */
export const QUEUE_WAIT = 5

/** True for the refusal of a full queue: nothing was done, and after QUEUE_WAIT seconds it will work. */
export function isQueueFull(error: unknown): error is Refused {
  return error instanceof Refused && error.status === 503
}

/** The hash of a password. Throws as inTurn does. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn('known', () => hash(password, cost))
}

/** Whether `password` has this hash; where there is none, false after the same work. Throws as inTurn does. */
export async function passwordMatches(
  passwordHash: string | undefined,
  password: string,
  standing: Standing,
): Promise<boolean> {
  return inTurn(standing, () => verify(passwordHash ?? HASH_OF_NOBODY, password))
}

/** Gives what `work` gives, an argon2 of whatever kind, once it is its turn. Throws Refused, 503, when the queue is full. */
export async function inTurn<Result>(standing: Standing, work: () => Promise<Result>): Promise<Result> {
  const priority = priorities[standing]
  if (queue.sizeBy({ priority }) >= PLACES) {
    const words = 'A lot of people are logging in right now. Please wait a few seconds and try again.'
    throw new Refused(503, words, { retryAfter: QUEUE_WAIT })
  }
  return queue.add(work, { priority })
}
