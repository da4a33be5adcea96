import { foldForSearch } from '~/domain/text'
import { type Account, formatFullName } from './account'

type Named = Pick<Account, 'id' | 'username' | 'firstName' | 'lastName'>

const { compare } = new Intl.Collator('en-IE')

/** Compares names as people in Ireland look them up: Áine, aidan and Łukasz stand among the others. */
export const compareNames = (one: string, other: string) =>
  compare(foldForSearch(one), foldForSearch(other)) || compare(one, other)

export function sortByName<Person extends Omit<Named, 'username'>>(people: readonly Person[]): Person[] {
  return [...people].sort((one, other) => compareNames(formatFullName(one), formatFullName(other)) || one.id - other.id)
}

/** How each of `people` is listed, by id: by name, and where two have the same one by username too. */
export function getListNames(people: readonly Named[]): Map<number, string> {
  const isTwice = repeated(people.map(formatFullName))
  return new Map(
    people.map((person) => {
      const name = formatFullName(person)
      return [person.id, isTwice(name) ? `${name} (${person.username})` : name]
    }),
  )
}

/** How each of `people` is called in a sentence, by id: by first name where nobody else has it, else as in a list. */
export function getShortNames(people: readonly Named[]): Map<number, string> {
  const isTwice = repeated(people.map(({ firstName }) => firstName))
  const names = getListNames(people)
  return new Map(people.map(({ id, firstName }) => [id, isTwice(firstName) ? (names.get(id) ?? firstName) : firstName]))
}

function repeated(texts: string[]): (text: string) => boolean {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const text of texts.map(foldForSearch)) (seen.has(text) ? twice : seen).add(text)
  return (text) => twice.has(foldForSearch(text))
}
