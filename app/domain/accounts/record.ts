import { z } from 'zod'
import { recordId, recordOf } from '~/domain/record'
import { roles } from '~db/choices'
import type { Account } from './account'

/** A person as the API returns them. */
export const userRecord = recordOf<Account>()(
  'User',
  'A person with an account.',
  { id: recordId, username: z.string(), role: z.enum(roles), firstName: z.string(), lastName: z.string() },
  { id: 3, username: 'demo.tutor', role: 'tutor', firstName: 'Aoife', lastName: 'Brennan' },
)
