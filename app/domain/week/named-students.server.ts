import { type Account, formatFullName } from '~/domain/accounts/account'
import { foldForSearch } from '~/domain/text'

/** Characters of a text that are read. */
const MAX_LENGTH = 200

/** The words of a text in small plain letters, and whether each begins with a capital letter. */
const splitWords = (text: string) =>
  (text.slice(0, MAX_LENGTH).match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => ({
    word: foldForSearch(word),
    isCapital: /^\p{Lu}/u.test(word),
  }))

interface StudentName {
  words: string[]
  id: number
  /** A single name, which is only one with a capital letter. */
  isSingle: boolean
}

/**
 * Returns a function that finds the ids of the students whose full or first name is in a text. Texts about tutors, who may share a first
 * name, are searched for full names only.
 */
export function createMentionFinder(students: Account[]) {
  const byFirstWord = new Map<string, StudentName[]>()
  const add = (name: string, id: number, isFirst: boolean) => {
    const words = splitWords(name).map(({ word }) => word)
    const [first] = words
    const isSingle = isFirst || words.length === 1
    if (first) byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, id, isSingle }])
  }
  for (const student of students) {
    add(formatFullName(student), student.id, false)
    add(student.firstName, student.id, true)
  }
  const find = (text: string, isOfTutors: boolean): number[] => {
    const words = splitWords(text)
    const found = words.flatMap(({ word, isCapital }, index) => {
      const names = (byFirstWord.get(word) ?? []).filter(
        (name) =>
          (!name.isSingle || (isCapital && !isOfTutors)) &&
          name.words.every((part, offset) => words[index + offset]?.word === part),
      )
      // A full name is of nobody else with that first name.
      const full = names.filter((name) => !name.isSingle)
      return full.length > 0 ? full : names
    })
    return [...new Set(found.map(({ id }) => id))]
  }
  // All cells of a grid's row have the same notes.
  const known = new Map<string, number[]>()
  return (text: string, { isOfTutors = false } = {}): number[] => {
    const key = `${isOfTutors} ${text.slice(0, MAX_LENGTH)}`
    const ids = known.get(key) ?? find(text, isOfTutors)
    known.set(key, ids)
    return ids
  }
}
export type MentionFinder = ReturnType<typeof createMentionFinder>

const ONLY_FOR =
  /\bonly (?:for|with)\b|\b(?:women|men|ladies|gents|girls|boys|students|members|residents|beginners|group) only\b/

/** True for words that a session is for some people only: 'women only'. */
export const saysOnlyForSome = (text: string): boolean => ONLY_FOR.test(foldForSearch(text.slice(0, MAX_LENGTH)))
