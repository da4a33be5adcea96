import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'
import { type SafeHtml, toPlainHtmlText } from './rich-text.server'

const segmenter = new Intl.Segmenter('en-IE', { granularity: 'sentence' })

/** The words of a text: what has a letter or a figure in it, but no address. */
export const splitWords = (text: string): string[] =>
  text.split(/[\s/–]+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !/@|\w\.\w/.test(word))

/**
 * The sentences of a text: what ends like one, or is as long as one. A label of fewer words ('Email address') is none; no grade can
 * be given for it.
 */
export const splitSentences = (text: string): string[] =>
  [...segmenter.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((part) => splitWords(part).length >= (/[.?!…][”"’)]*$/.test(part) ? 1 : 5))

/** The reading grade of sentences (Flesch-Kincaid): about the years at school that they ask for. */
export function getReadingGrade(sentences: readonly string[]): number {
  const words = sentences.flatMap(splitWords)
  // The count knows no figures: '16:30' has no syllable for it.
  const syllables = words.map((word) => Math.max(1, syllable(word))).reduce((sum, each) => sum + each, 0)
  return fleschKincaid({ sentence: sentences.length, word: words.length, syllable: syllables })
}

/** What our own texts keep to as well (routes/reading.test.ts): years at school, over a text of some sentences; words of one. */
const plain = { grade: 6, words: 20 }
const easyRead = { grade: 4, words: 12 }
const FEWEST_SENTENCES = 3
/** How much of a text is read: several pages. */
const MOST_READ = 20_000

const LINK = /<a [^<>]*>([^<>]*)<\/a>/g
const SAYS_NOTHING = /^(click )?here$|^(this )?(link|page)$|^(read )?more$|^click$/i
/** A word of five capitals or more; shorter ones are mostly names, such as QQI or CHY. */
const CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}{5,}(?!\p{L})/u

/** What would make a tutor's text easier to read, a sentence or two each; advice, and never a reason to refuse it. */
export function getReadingAdvice(html: SafeHtml): string[] {
  const text = toPlainHtmlText(html.slice(0, MOST_READ).replace(/<\/(p|li|h\d|blockquote|td|th)>|<br \/>/g, '\n'))
  const advice = adviceOn(text, plain)
  const empty = [...html.matchAll(LINK)].map(([, said = '']) => said.trim()).find((said) => SAYS_NOTHING.test(said))
  if (empty) advice.push(`The words of a link should say where it leads: “${empty}” does not.`)
  const [capitals] = CAPITALS.exec(text) ?? []
  if (capitals) advice.push(`Words in capitals are hard to read: “${capitals}”.`)
  return advice
}

/** The same for a text without marks that is to be Easy Read: shorter sentences, easier words. */
export const getEasyReadAdvice = (text: string): string[] => adviceOn(text.slice(0, MOST_READ), easyRead)

function adviceOn(text: string, most: typeof plain): string[] {
  const sentences = text.split('\n').flatMap(splitSentences)
  const advice: string[] = []
  const grade = Math.round(getReadingGrade(sentences))
  if (sentences.length >= FEWEST_SENTENCES && grade > most.grade)
    advice.push(`This asks for about ${grade} years at school. Short words and short sentences make it easier.`)
  const longest = sentences.reduce(
    (one, other) => (splitWords(other).length > splitWords(one).length ? other : one),
    '',
  )
  const words = splitWords(longest)
  if (words.length > most.words)
    advice.push(`One sentence has ${words.length} words. Two would be easier: “${words.slice(0, 6).join(' ')} …”`)
  return advice
}
