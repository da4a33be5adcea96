import type { Role } from '~db/choices'
import type { Row } from '~db/schema'

export type Account = Pick<Row<'users'>, 'id' | 'username' | 'role' | 'firstName' | 'lastName'>

/** The account of a tutor: what only tutors may do takes one. */
export type Tutor = Account & { role: 'tutor' }

export const isTutor = (user: Account): user is Tutor => user.role === 'tutor'

export const accountColumns = ['users.id', 'users.username', 'users.role', 'users.firstName', 'users.lastName'] as const

/** Whoever acts: a person with an account, or the operator on the command line, who has none. */
export type Actor = Pick<Account, 'firstName' | 'lastName'> & { id: number | null; role: Account['role'] | 'operator' }

export const operator: Actor = { id: null, role: 'operator', firstName: 'The', lastName: 'operator' }

export const website: Actor = { id: null, role: 'operator', firstName: 'The website', lastName: '' }

export const roleNames: Record<Role, string> = { student: 'Student', tutor: 'Tutor' }

type Named = Pick<Account, 'id' | 'username' | 'firstName' | 'lastName'>

/** Compares names as people in Ireland look them up: Áine, aidan and Łukasz stand among the others. */
export const inOrder = new Intl.Collator('en-IE').compare

export function byName<Person extends Omit<Named, 'username'>>(people: readonly Person[]): Person[] {
  return [...people].sort((one, other) => inOrder(wholeName(one), wholeName(other)) || one.id - other.id)
}

export const wholeName = ({ firstName, lastName }: Omit<Named, 'id' | 'username'>) => `${firstName} ${lastName}`.trim()

/** How each of `people` is listed, by id: by name, and where two have the same one by username too. */
export function namesAmong(people: readonly Named[]): Map<number, string> {
  const isTwice = repeated(people.map(wholeName))
  return new Map(
    people.map((person) => {
      const name = wholeName(person)
      return [person.id, isTwice(name) ? `${name} (${person.username})` : name]
    }),
  )
}

/** How each of `people` is called in a sentence, by id: by first name where nobody else has it, else as in a list. */
export function calledAmong(people: readonly Named[]): Map<number, string> {
  const isTwice = repeated(people.map(({ firstName }) => firstName))
  const names = namesAmong(people)
  return new Map(people.map(({ id, firstName }) => [id, isTwice(firstName) ? (names.get(id) ?? firstName) : firstName]))
}

function repeated(texts: string[]): (text: string) => boolean {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const text of texts.map((one) => one.toLowerCase())) (seen.has(text) ? twice : seen).add(text)
  return (text) => twice.has(text.toLowerCase())
}
