import { Refused } from '~/domain/refused'
import type { Centre } from '~/settings.server'
import type { NewAccount } from './schema'

/** What somebody who wants to guess the password knows. */
type Person = Pick<NewAccount, 'username' | 'firstName' | 'lastName'>
export type KnownCentre = Pick<Centre, 'name' | 'shortName'>

/** Ten million: far beyond what ten attempts in five minutes reach, and eight letters without a pattern still pass. */
const ENOUGH_GUESSES_LOG10 = 7
/** The longest text that is estimated: the work grows with the square of the length, and with every digit that could be a letter. */
const LONGEST_ESTIMATED = 32
const MOST_SUBSTITUTIONS = 3

export const GUESSABLE =
  'This password is easy to guess. Three words that don’t belong together are hard to guess and easy to remember.'

/**
 * Throws Refused, 400, for the form's `field` when a password is common, or can be guessed from the person and the centre. There
 * are no composition rules (NIST SP 800-63B 5.1.1.2, OWASP ASVS 2.1.7 and 2.1.9).
 */
export async function refuseGuessable(
  password: string,
  person: Person,
  centre: KnownCentre,
  field = 'password',
): Promise<void> {
  const known = knownWords(person, centre)
  const unknown = withoutWords(folded(password.slice(0, 1000)), known).slice(0, LONGEST_ESTIMATED)
  estimate ??= loadEstimate()
  if ((await estimate)(unknown, known) <= ENOUGH_GUESSES_LOG10) throw new Refused(400, GUESSABLE, { field })
}

/** Lower case without accents: an attacker tries 'sean' for 'Seán'. */
const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The words that add nothing to a password, the longest first: names and usernames, in parts and run together. */
function knownWords({ username, firstName, lastName }: Person, { name, shortName }: KnownCentre): string[] {
  const words = [username, firstName, lastName, firstName + lastName, name, shortName, 'password']
    .map(folded)
    .flatMap((text) => [text, text.replace(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length > 2)
  return [...new Set(words)].sort((one, other) => other.length - one.length)
}

function withoutWords(text: string, words: string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ''), text)
}

type Estimate = (password: string, known: string[]) => number
let estimate: Promise<Estimate> | undefined

/**
 * The estimate of how many guesses a password takes, as a power of ten. Its word lists take some 20 MB of memory, so they are
 * loaded when a password is first set, without US surnames and the diceware list.
 */
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
