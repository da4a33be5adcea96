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
