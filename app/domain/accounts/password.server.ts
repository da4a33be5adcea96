import { randomBytes } from 'node:crypto'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { runInTransaction } from '~/domain/change.server'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import { Refused } from '~/domain/refused'
import { foldForSearch } from '~/domain/text'
import type { Centre } from '~/settings.server'
import type { Database, NewRow } from '~db/schema'
import type { NewAccount } from './schema'

/** argon2id with the OWASP minimum (19 MiB, 2 passes). */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of no password. Checking against it takes as long as against any other. */
const DUMMY_HASH = `$argon2id$v=19$m=${HASH_COST.memoryCost},t=${HASH_COST.timeCost},p=${HASH_COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Each hash takes a CPU core and one of the four threads that Node needs for files and DNS. */
const HASH_CONCURRENCY = 2
const queue = new PQueue({ concurrency: HASH_CONCURRENCY })
/** How many of each priority may wait: about a second's work for a small server. */
const MAX_QUEUE_LENGTH = 32
/** The most hashes for anonymous visitors, running or waiting; the next one finds the queue full. */
export const MAX_ANONYMOUS_HASHES = HASH_CONCURRENCY + MAX_QUEUE_LENGTH

/**
 * Who waits for a hash. 'known' people are logged in, or use a device that has logged in before. They go first and have their own
 * places in the queue.
 */
export type HashPriority = 'stranger' | 'known'
const queuePriorities: Record<HashPriority, number> = { stranger: 0, known: 1 }

/** Seconds after which a full queue has free places again. */
export const QUEUE_WAIT = 5

/** True for the error of a full queue: nothing has happened, and the caller can try again after QUEUE_WAIT seconds. */
export function isQueueFull(error: unknown): error is Refused {
  return error instanceof Refused && error.kind === 'busy'
}

/** Hashes a password. Throws what runHashInTurn throws. */
export async function hashPassword(password: string): Promise<string> {
  return runHashInTurn('known', () => hash(password, HASH_COST))
}

/** Whether `password` has this hash; false if there is none, after the same work. Throws what runHashInTurn throws. */
export async function verifyPassword(passwordHash: string | undefined, password: string, priority: HashPriority) {
  return runHashInTurn(priority, () => verify(passwordHash ?? DUMMY_HASH, password))
}

/** Runs an argon2 operation when its turn comes and returns its result. Throws Refused, busy, when the queue is full. */
export async function runHashInTurn<Result>(priority: HashPriority, work: () => Promise<Result>): Promise<Result> {
  const place = { priority: queuePriorities[priority] }
  if (queue.sizeBy(place) >= MAX_QUEUE_LENGTH) {
    const words = 'The website is busy with something else. Please wait a few seconds and try again.'
    throw new Refused('busy', words, { retryAfter: QUEUE_WAIT })
  }
  return queue.add(work, place)
}

type Person = Pick<NewAccount, 'username' | 'firstName' | 'lastName'>
export type KnownCentre = Pick<Centre, 'name' | 'shortName'>

/** Ten million: far beyond what ten attempts in five minutes reach, while eight letters without a pattern still pass. */
const MIN_GUESSES_LOG10 = 7
/**
 * The longest text to estimate: the work grows with the square of its length, and with each digit that could stand for a letter.
 */
const MAX_ESTIMATED_LENGTH = 32
const MAX_SUBSTITUTIONS = 3

export const GUESSABLE =
  'This password is easy to guess. Three words that don’t belong together are hard to guess and easy to remember.'

/** Throws Refused, invalid, for a common or guessable password. There are no composition rules (NIST SP 800-63B 5.1.1.2). */
export async function refuseGuessable(password: string, person: Person, centre: KnownCentre, field = 'password') {
  if (await isGuessable(password, person, centre)) throw new Refused('invalid', GUESSABLE, { field })
}

/** Whether a password is common, or guessable by anyone who knows the person and the centre. */
export async function isGuessable(password: string, person: Person, centre: KnownCentre): Promise<boolean> {
  const known = listKnownWords(person, centre)
  const unknown = removeWords(foldForSearch(password.slice(0, 1000)), known).slice(0, MAX_ESTIMATED_LENGTH)
  guessEstimator ??= loadGuessEstimator()
  return (await guessEstimator)(unknown, known) <= MIN_GUESSES_LOG10
}

/** Words that make a password no harder to guess, longest first: names and usernames, whole, in parts and joined. */
function listKnownWords({ username, firstName, lastName }: Person, { name, shortName }: KnownCentre): string[] {
  const words = [username, firstName, lastName, firstName + lastName, name, shortName, 'password']
    .map(foldForSearch)
    .flatMap((text) => [text, text.replace(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2)
  return [...new Set(words)].sort((one, other) => other.length - one.length)
}

function removeWords(text: string, words: string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ''), text)
}

type GuessEstimator = (password: string, known: string[]) => number
let guessEstimator: Promise<GuessEstimator> | undefined

/**
 * Estimates guesses as a power of ten. Loads the word lists when first needed, one by one: the language's index also loads surnames and
 * Wikipedia's words, which take 20 MB more, and an operator's command shares 256 MB with the server.
 */
async function loadGuessEstimator(): Promise<GuessEstimator> {
  const [{ ZxcvbnFactory }, common, { default: words }, { default: firstNames }, { default: sequences }] =
    await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en/dist/commonWords.json.mjs'),
      import('@zxcvbn-ts/language-en/dist/firstnames.json.mjs'),
      import('@zxcvbn-ts/language-en/dist/wordSequences.json.mjs'),
    ])
  const { 'diceware-common': _, ...passwords } = common.dictionary
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...passwords, 'commonWords-en': words, 'firstnames-en': firstNames, ...sequences },
    graphs: common.adjacencyGraphs,
    maxLength: MAX_ESTIMATED_LENGTH,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  })
  return (password, known) => zxcvbn.check(password, known).guessesLog10
}

// A username that is given again would make old log lines, printed cards and remembered passwords look like the new person's. Those of
// closed accounts are in their rows. Of erased people only a slow salted hash stays: a list of the usernames themselves would be a list of
// everyone who asked to be forgotten.

/** Whether an account has this username, or an erased person had it. Throws what runHashInTurn throws. */
export async function isUsernameTaken(db: Database, username: string): Promise<boolean> {
  const account = db.selectFrom('users').select('id').where('username', '=', username)
  if (await account.executeTakeFirst()) return true
  const salt = await readSetting(db, 'usernameSalt')
  if (salt === undefined) return false
  const used = db.selectFrom('usedUsernames').select('usernameHash')
  const usernameHash = await hashUsername(username, salt)
  return (await used.where('usernameHash', '=', usernameHash).executeTakeFirst()) !== undefined
}

/**
 * The row that records the username of a person to erase. Create it before the transaction, in which the hash would block all
 * other writes. Throws what runHashInTurn throws.
 */
export async function createUsedUsername(db: Database, username: string): Promise<NewRow<'usedUsernames'>> {
  const salt = (await readSetting(db, 'usernameSalt')) ?? (await runInTransaction(db, createSalt))
  return { usernameHash: await hashUsername(username, salt) }
}

async function createSalt(change: Database): Promise<string> {
  const stored = await readSetting(change, 'usernameSalt')
  if (stored !== undefined) return stored
  const salt = randomBytes(16).toString('base64url')
  await writeSetting(change, 'usernameSalt', salt)
  return salt
}

/** One salt for all, so that one hash finds a username among them. */
async function hashUsername(username: string, salt: string): Promise<string> {
  const secret = { ...HASH_COST, salt: Buffer.from(salt) }
  const hash = await runHashInTurn('known', () => hashRaw(username.toLowerCase(), secret))
  return hash.toString('base64url')
}
