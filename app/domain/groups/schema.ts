import { z } from 'zod'
import { openedVersion, optionalIds, requiredText } from '~/domain/rules'

export const NO_GROUP_STUDENT = 'Please choose students from the list.'

/** A named list of students, from which tutors choose them together. */
export const newGroup = z.object({
  name: requiredText('Please enter a name for the group.', { max: 60 }),
  studentIds: optionalIds(NO_GROUP_STUDENT).describe('Its students.'),
})
export type NewGroup = z.output<typeof newGroup>

export const groupEdit = newGroup.extend({ version: openedVersion() })
