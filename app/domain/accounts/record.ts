import { z } from 'zod'
import { dayOrNone, defineRecord, recordId, recordVersion } from '~/domain/record'
import { roles } from '~db/choices'
import type { Account } from './account'
import type { StudentRecord } from './students.server'

export const studentRecord = defineRecord<StudentRecord>()('Student', 'A student, and their days at the centre.', {
  id: [recordId, 2],
  username: [z.string(), 'sean.k'],
  firstName: [z.string(), 'Sean'],
  lastName: [z.string(), 'Kelly'],
  firstDay: [dayOrNone.describe('The first day at the centre, in Irish time.'), '2026-09-01'],
  lastDay: [dayOrNone.describe('The last one; null while they are with the centre.'), null],
  earlierDays: [
    z
      .array(z.object({ firstDay: dayOrNone, lastDay: dayOrNone }))
      .describe('The times before, of a student who came back, the oldest first. The days between do not count.'),
    [{ firstDay: null, lastDay: '2026-05-29' }],
  ],
  isOpen: [z.boolean().describe('Whether they can log in.'), true],
  version: [recordVersion, 1],
})

export const userRecord = defineRecord<Account>()('User', 'A person with an account.', {
  id: [recordId, 3],
  username: [z.string(), 'demo.tutor'],
  role: [z.enum(roles), 'tutor'],
  firstName: [z.string(), 'Aoife'],
  lastName: [z.string(), 'Brennan'],
})
