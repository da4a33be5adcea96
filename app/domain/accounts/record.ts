import { z } from 'zod'
import { recordId, recordOf } from '~/domain/record'
import { roles } from '~db/choices'
import type { Account } from './account'

export const userRecord = recordOf<Account>()('User', 'A person with an account.', {
  id: [recordId, 3],
  username: [z.string(), 'demo.tutor'],
  role: [z.enum(roles), 'tutor'],
  firstName: [z.string(), 'Aoife'],
  lastName: [z.string(), 'Brennan'],
})
