import type { Account } from '~/domain/accounts/account'

/** The people every test knows: a tutor and two students, who are the demonstration's accounts in the browser specs. */
export type Person = 'aoife' | 'daniel' | 'niamh'

export const people: Record<Person, Omit<Account, 'id'>> = {
  aoife: { username: 'aoife', role: 'tutor', firstName: 'Aoife', lastName: 'Brennan' },
  daniel: { username: 'daniel', role: 'student', firstName: 'Daniel', lastName: 'Okafor' },
  niamh: { username: 'niamh', role: 'student', firstName: 'Niamh', lastName: 'Walsh' },
}
export const password = 'a long enough password'
