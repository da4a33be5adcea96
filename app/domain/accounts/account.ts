import { orNotFound } from '~/domain/refused'
import { foldForSearch } from '~/domain/text'
import type { Role } from '~db/choices'
import type { Row } from '~db/schema'

export type Account = Pick<Row<'users'>, 'id' | 'username' | 'role' | 'firstName' | 'lastName'>

/** A tutor's account. Functions that only tutors may use take one. */
export type Tutor = Account & { role: 'tutor' }

export const isTutor = (user: Account): user is Tutor => user.role === 'tutor'

export const accountColumns = ['users.id', 'users.username', 'users.role', 'users.firstName', 'users.lastName'] as const

/** A person with an account, or the operator on the command line, who has none. */
export type Actor = Pick<Account, 'firstName' | 'lastName'> & { id: number | null; role: Account['role'] | 'operator' }

export const operator: Actor = { id: null, role: 'operator', firstName: 'The', lastName: 'operator' }

export const website: Actor = { id: null, role: 'operator', firstName: 'The website', lastName: '' }

export const roleNames: Record<Role, string> = { student: 'Student', tutor: 'Tutor' }

/** A person's name. The last name is optional. */
export const formatFullName = ({ firstName, lastName }: Pick<Account, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()

type NamedPerson = Pick<Account, 'id' | 'username' | 'firstName' | 'lastName'>

export const TWINS_LABEL = 'Add the second one with its own username'

const { compare } = new Intl.Collator('en-IE')

/** Compares names as people in Ireland look them up: Áine, aidan and Łukasz sort among the others. */
export const compareNames = (one: string, other: string) =>
  compare(foldForSearch(one), foldForSearch(other)) || compare(one, other)

export function sortByName<Person extends Omit<NamedPerson, 'username'>>(people: readonly Person[]): Person[] {
  return [...people].sort((one, other) => compareNames(formatFullName(one), formatFullName(other)) || one.id - other.id)
}

/** The names for a list, by id. People with the same name get their username too. */
export function getListNames(people: readonly NamedPerson[]): Map<number, string> {
  const isRepeated = findRepeated(people.map(formatFullName))
  return new Map(
    people.map((person) => {
      const name = formatFullName(person)
      return [person.id, isRepeated(name) ? `${name} (${person.username})` : name]
    }),
  )
}

/** The names for a sentence, by id: the first name if no one else has it, otherwise the name for a list. */
export function getShortNames(people: readonly NamedPerson[]): Map<number, string> {
  const isRepeated = findRepeated(people.map(({ firstName }) => firstName))
  const names = getListNames(people)
  return new Map(
    people.map(({ id, firstName }) => [id, isRepeated(firstName) ? (names.get(id) ?? firstName) : firstName]),
  )
}

function findRepeated(texts: string[]): (text: string) => boolean {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const text of texts.map(foldForSearch)) (seen.has(text) ? twice : seen).add(text)
  return (text) => twice.has(foldForSearch(text))
}

const NAME_WORD = /[\p{L}\p{M}']+/gu
const isNameLong = (word: string) => word.length > 1

/** The words of a text as names are compared, also without their apostrophes, with the next word, and without a final s: 'seans' is 'sean'. */
function listNameWords(text: string): string[] {
  const words = foldForSearch(text).match(NAME_WORD) ?? []
  const joined = words.map((word) => word.replaceAll("'", ''))
  const pairs = joined.map((word, index) => word + (joined[index + 1] ?? ''))
  const all = [...words.flatMap((word) => word.split("'")), ...joined, ...pairs]
  return [...all, ...all.map((word) => word.replace(/s$/, ''))].filter(isNameLong)
}

/** Returns a predicate for texts that have one of these first or last names, with or without fada, apostrophe and possessive s. */
export function createNameFinder(names: readonly string[]): (text: string) => boolean {
  const known = new Set<string>()
  for (const name of names) {
    const words = foldForSearch(name).match(NAME_WORD) ?? []
    const parts = [...words, words.join('')].flatMap((word) => [...word.split("'"), word.replaceAll("'", '')])
    for (const part of parts.filter(isNameLong)) known.add(part)
  }
  return (text) => listNameWords(text).some((word) => known.has(word))
}

const listFormat = new Intl.ListFormat('en-IE')
const MOST_NAMES = 8

/** 'Daniel and Niamh'; of many, the first and how many more. */
export function formatSomeNames(names: readonly string[]): string {
  const more = names.length - MOST_NAMES + 1
  return listFormat.format(more > 1 ? [...names.slice(0, MOST_NAMES - 1), `${more} more`] : names)
}

/** Throws Refused, notFound, unless `reader` is a tutor or the person `userId`. */
export function requireOwnOrTutor(reader: Account, userId: number): void {
  orNotFound(isTutor(reader) || reader.id === userId ? reader : null)
}
