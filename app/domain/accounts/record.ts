import { z } from 'zod'
import { defineRecord, recordId } from '~/domain/record'
import { roles } from '~db/choices'
import type { Account } from './account'

export const userRecord = defineRecord<Account>()('User', 'A person with an account.', {
  id: [recordId, 3],
  username: [z.string(), 'demo.tutor'],
  role: [z.enum(roles), 'tutor'],
  firstName: [z.string(), 'Aoife'],
  lastName: [z.string(), 'Brennan'],
})
