import { z } from 'zod'
import { oneOf, optionalDay, optionalId } from '~/domain/rules'
import { subjectNames } from './sentences'

export const narrowing = z.object({
  person: optionalId('Please choose a person from the list.'),
  about: oneOf(['', ...subjectNames], 'Please choose from the list.').default(''),
  day: optionalDay('Please enter a day, for example 1 September 2026.'),
})
