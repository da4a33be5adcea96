import { z } from 'zod'
import { recordId, recordOf } from '~/domain/record'
import type { Account } from './account'

/** Spec section 3, User. */
export const userRecord = recordOf<Account>()(
  'User',
  'A person with an account.',
  {
    id: recordId,
    username: z.string(),
    role: z.enum(['student', 'tutor']),
    firstName: z.string(),
    lastName: z.string(),
  },
  { id: 3, username: 'demo.tutor', role: 'tutor', firstName: 'Aoife', lastName: 'Brennan' },
)
