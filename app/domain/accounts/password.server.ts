import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { Refused } from '~/domain/refused'

/** argon2id with the OWASP minimum (19 MiB, 2 passes). */
export const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** No password has this hash. Verifying against it takes as long as against any other. */
const HASH_OF_NOBODY = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * Two at once: each takes a core and one of the four threads with which Node also reads files, resolves names and compresses. All
 * four would hold up every other response.
 */
const AT_ONCE = 2
const queue = new PQueue({ concurrency: AT_ONCE })
/** How many strangers, and how many known people, may wait: about a second's work for a small server each. */
const PLACES = 32
/** The most of one kind that can be under way; the next one finds the queue full. */
export const MOST_STRANGERS = AT_ONCE + PLACES

/** Who waits for a hash. 'known' is somebody logged in, or logging in on a device that did so before: they go first and have places of their own. */
export type Standing = 'stranger' | 'known'
const priorities: Record<Standing, number> = { stranger: 0, known: 1 }

/** The seconds after which a full queue has moved on. */
export const QUEUE_WAIT = 5

/** True for the refusal of a full queue: nothing was done, and it can be tried again after QUEUE_WAIT seconds. */
export function isQueueFull(error: unknown): error is Refused {
  return error instanceof Refused && error.status === 503
}

/** The hash of a password. Throws what inTurn throws. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn('known', () => hash(password, cost))
}

/** Whether `password` has this hash; false without one, after the same work. Throws what inTurn throws. */
export async function passwordMatches(
  passwordHash: string | undefined,
  password: string,
  standing: Standing,
): Promise<boolean> {
  return inTurn(standing, () => verify(passwordHash ?? HASH_OF_NOBODY, password))
}

/** Runs `work`, an argon2 operation, when its turn comes, and returns its result. Throws Refused, 503, when the queue is full. */
export async function inTurn<Result>(standing: Standing, work: () => Promise<Result>): Promise<Result> {
  const priority = priorities[standing]
  if (queue.sizeBy({ priority }) >= PLACES) {
    const words = 'A lot of people are logging in right now. Please wait a few seconds and try again.'
    throw new Refused(503, words, { retryAfter: QUEUE_WAIT })
  }
  return queue.add(work, { priority })
}
