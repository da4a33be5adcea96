import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { Refused } from '~/domain/refused'
import { foldForSearch } from '~/domain/text'
import type { Centre } from '~/settings.server'
import type { NewAccount } from './schema'

/** argon2id with the OWASP minimum (19 MiB, 2 passes). */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** No password has this hash. Verifying against it takes as long as against any other. */
const HASH_OF_NOBODY = `$argon2id$v=19$m=${HASH_COST.memoryCost},t=${HASH_COST.timeCost},p=${HASH_COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Each takes a core and one of the four threads with which Node also reads files and resolves names. */
const AT_ONCE = 2
const queue = new PQueue({ concurrency: AT_ONCE })
/** How many strangers, and how many known people, may wait: about a second's work for a small server each. */
const PLACES = 32
/** The most of one kind that can be under way; the next one finds the queue full. */
export const MAX_ANONYMOUS_HASHES = AT_ONCE + PLACES

/** Who waits for a hash. 'known' is somebody logged in, or logging in on a device that did so before: they go first and have places of their own. */
export type HashPriority = 'stranger' | 'known'
const priorities: Record<HashPriority, number> = { stranger: 0, known: 1 }

/** The seconds after which a full queue has moved on. */
export const QUEUE_WAIT = 5

/** True for the refusal of a full queue: nothing was done, and it can be tried again after QUEUE_WAIT seconds. */
export function isQueueFull(error: unknown): error is Refused {
  return error instanceof Refused && error.status === 503
}

/** The hash of a password. Throws what runBackupInTurn throws. */
export async function hashPassword(password: string): Promise<string> {
  return runHashInTurn('known', () => hash(password, HASH_COST))
}

/** Whether `password` has this hash; false without one, after the same work. Throws what runBackupInTurn throws. */
export async function verifyPassword(passwordHash: string | undefined, password: string, standing: HashPriority) {
  return runHashInTurn(standing, () => verify(passwordHash ?? HASH_OF_NOBODY, password))
}

/** Runs `work`, an argon2 operation, when its turn comes, and returns its result. Throws Refused, 503, when the queue is full. */
export async function runHashInTurn<Result>(standing: HashPriority, work: () => Promise<Result>): Promise<Result> {
  const priority = priorities[standing]
  if (queue.sizeBy({ priority }) >= PLACES) {
    const words = 'The website is busy with something else. Please wait a few seconds and try again.'
    throw new Refused(503, words, { retryAfter: QUEUE_WAIT })
  }
  return queue.add(work, { priority })
}

type Person = Pick<NewAccount, 'username' | 'firstName' | 'lastName'>
export type KnownCentre = Pick<Centre, 'name' | 'shortName'>

/** Ten million: far beyond what ten attempts in five minutes reach, and eight letters without a pattern still pass. */
const ENOUGH_GUESSES_LOG10 = 7
/** The longest text that is estimated: the work grows with the square of the length, and with every digit that could be a letter. */
const LONGEST_ESTIMATED = 32
const MOST_SUBSTITUTIONS = 3

export const GUESSABLE =
  'This password is easy to guess. Three words that don’t belong together are hard to guess and easy to remember.'

/** Throws Refused, 400, when a password is common or can be guessed. No composition rules (NIST SP 800-63B 5.1.1.2). */
export async function refuseGuessable(password: string, person: Person, centre: KnownCentre, field = 'password') {
  if (await isGuessable(password, person, centre)) throw new Refused(400, GUESSABLE, { field })
}

/** Whether a password is common, or can be guessed by somebody who knows the person and the centre. */
export async function isGuessable(password: string, person: Person, centre: KnownCentre): Promise<boolean> {
  const known = knownWords(person, centre)
  const unknown = withoutWords(foldForSearch(password.slice(0, 1000)), known).slice(0, LONGEST_ESTIMATED)
  estimate ??= loadEstimate()
  return (await estimate)(unknown, known) <= ENOUGH_GUESSES_LOG10
}

/** The words that add nothing to a password, the longest first: names and usernames, in parts and run together. */
function knownWords({ username, firstName, lastName }: Person, { name, shortName }: KnownCentre): string[] {
  const words = [username, firstName, lastName, firstName + lastName, name, shortName, 'password']
    .map(foldForSearch)
    .flatMap((text) => [text, text.replace(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2)
  return [...new Set(words)].sort((one, other) => other.length - one.length)
}

function withoutWords(text: string, words: string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ''), text)
}

type Estimate = (password: string, known: string[]) => number
let estimate: Promise<Estimate> | undefined

/** Guesses as a power of ten. The word lists (20 MB) are loaded when needed, without US surnames and diceware words. */
async function loadEstimate(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const { 'diceware-common': _, ...passwords } = common.dictionary
  const { 'lastnames-en': __, ...commonWords } = english.dictionary
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...passwords, ...commonWords },
    graphs: common.adjacencyGraphs,
    maxLength: LONGEST_ESTIMATED,
    l33tMaxSubstitutions: MOST_SUBSTITUTIONS,
  })
  return (password, known) => zxcvbn.check(password, known).guessesLog10
}
