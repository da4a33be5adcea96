import type { Row } from '~db/schema'

/** An account without its secrets. */
export type Account = Pick<Row<'users'>, 'id' | 'username' | 'role' | 'firstName' | 'lastName'>

/** The account of a tutor: what only tutors may do takes one. */
export type Tutor = Account & { role: 'tutor' }

export const isTutor = (user: Account): user is Tutor => user.role === 'tutor'

/** Its columns in a query. */
export const accountColumns = ['users.id', 'users.username', 'users.role', 'users.firstName', 'users.lastName'] as const

/** Whoever acts: a person with an account, or the operator on the command line, who has none. */
export type Actor = Pick<Account, 'firstName' | 'lastName'> & { id: number | null; role: Account['role'] | 'operator' }
