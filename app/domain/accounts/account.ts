import type { Row } from '~db/schema'

/** A person with an account, as the rest of the code knows them. */
export type Account = Pick<Row<'users'>, 'id' | 'username' | 'role' | 'firstName' | 'lastName'>

/** Its columns, for a query. */
export const accountColumns = ['users.id', 'users.username', 'users.role', 'users.firstName', 'users.lastName'] as const

/** Whoever does a thing: a person with an account, or the operator on the command line, who has none. */
export type Actor = Pick<Account, 'firstName' | 'lastName'> & { id: number | null; role: Account['role'] | 'operator' }
