import { syllable } from 'syllable'
import { type SafeHtml, toPlainHtmlText } from './rich-text.server'

const segmenter = new Intl.Segmenter('en-IE', { granularity: 'sentence' })

/** A text's words: anything with a letter or digit, except addresses. */
export const splitWords = (text: string): string[] =>
  text.split(/[\s/–]+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !/@|\w\.\w/.test(word))

/** Joins parts that no space separates: the mark between them is within an address. */
function joinAddresses(parts: string[]): string[] {
  const joined: string[] = []
  for (const part of parts)
    if (joined.length > 0 && !/\s$/.test(joined.at(-1)!)) joined.push(joined.pop() + part)
    else joined.push(part)
  return joined
}

/**
 * A text's sentences: parts that end like one or are as long as one. Short labels ('Email address') are not, because they have no
 * reading grade.
 */
export const splitSentences = (text: string): string[] =>
  joinAddresses([...segmenter.segment(text)].map(({ segment }) => segment))
    .map((part) => part.trim())
    .filter((part) => splitWords(part).length >= (/[.?!…][”"’)]*$/.test(part) ? 1 : 5))

/** The Flesch-Kincaid grade of sentences: about the years at school that they need (Kincaid and others, 1975). NaN without words. */
export function getReadingGrade(sentences: readonly string[]): number {
  const words = sentences.flatMap(splitWords)
  // The syllable count does not know digits: '16:30' would have none.
  const syllables = words.map((word) => Math.max(1, syllable(word))).reduce((sum, each) => sum + each, 0)
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
}

/**
 * The limits of our own texts (routes/reading.slow.test.ts): years at school for a text of several sentences, and words in a sentence.
 */
const plainLimits = { grade: 6, words: 20 }
const easyReadLimits = { grade: 4, words: 12 }
const MIN_SENTENCES = 3
/** The most characters to analyse: several pages. */
const MAX_LENGTH = 20_000

const LINK = /<a [^<>]*>([^<>]*)<\/a>/g
const VAGUE_LINK_TEXT = /^(click )?here$|^(this )?(link|page)$|^(read )?more$|^click$/i
/** A word of five capitals or more; shorter ones are mostly names such as QQI or CHY. */
const CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}{5,}(?!\p{L})/u

/** Suggestions that would make a tutor's text easier to read. They never block saving. */
export function getReadingAdvice(html: SafeHtml): string[] {
  const text = toPlainHtmlText(html.slice(0, MAX_LENGTH).replace(/<\/(p|li|h\d|blockquote|td|th)>|<br \/>/g, '\n'))
  const advice = collectAdvice(text, plainLimits)
  const vague = [...html.matchAll(LINK)]
    .map(([, linkText = '']) => linkText.trim())
    .find((linkText) => VAGUE_LINK_TEXT.test(linkText))
  if (vague) advice.push(`The text of a link should say where it leads. “${vague}” does not.`)
  const [capitals] = CAPITALS.exec(text) ?? []
  if (capitals) advice.push(`Words in capitals are hard to read: “${capitals}”.`)
  return advice
}

/** The same for plain Easy Read text: shorter sentences, easier words. */
export const getEasyReadAdvice = (text: string): string[] => collectAdvice(text.slice(0, MAX_LENGTH), easyReadLimits)

function collectAdvice(text: string, limits: typeof plainLimits): string[] {
  const sentences = text.split('\n').flatMap(splitSentences)
  const advice: string[] = []
  const grade = Math.round(getReadingGrade(sentences))
  if (sentences.length >= MIN_SENTENCES && grade > limits.grade)
    advice.push(`Reading level: ${formatAge(grade)}. Short words and short sentences make it easier.`)
  const longest = sentences.reduce(
    (one, other) => (splitWords(other).length > splitWords(one).length ? other : one),
    '',
  )
  const words = splitWords(longest)
  if (words.length > limits.words)
    advice.push(`One sentence has ${words.length} words. Two would be easier: “${words.slice(0, 6).join(' ')} …”`)
  return advice
}

/** A grade as an age: pupils in grade 7 are about 12. Above school age the numbers mean little. */
const formatAge = (grade: number) => (grade < 13 ? `about age ${grade + 5}` : 'age 18 or older')
