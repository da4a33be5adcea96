import type { Account } from '~/domain/accounts/account'

/** The people in all tests: a tutor and two students. In browser tests they are the demonstration's accounts. */
export type Person = 'aoife' | 'daniel' | 'niamh'

export const people: Record<Person, Omit<Account, 'id'>> = {
  aoife: { username: 'aoife', role: 'tutor', firstName: 'Aoife', lastName: 'Brennan' },
  daniel: { username: 'daniel', role: 'student', firstName: 'Daniel', lastName: 'Okafor' },
  niamh: { username: 'niamh', role: 'student', firstName: 'Niamh', lastName: 'Walsh' },
}
export const PASSWORD_OF_PEOPLE = 'a long enough password'
