import { z } from 'zod'
import { choiceOf, optionalDay, optionalId } from '~/domain/rules'
import { activitySubjectNames } from './sentences'

export const activityFilter = z.object({
  person: optionalId('Please choose a person from the list.'),
  about: choiceOf(['', ...activitySubjectNames], 'Please choose from the list.').default(''),
  day: optionalDay('Please enter a day, for example 1 September 2026.'),
})
