import { z } from 'zod'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { NO_DAY, optionalDay, optionalText, parseCount, requiredDay, requiredText } from '~/domain/rules'

/** How many days ahead an absence can be told, and how many days later a tutor can still note one. */
const AHEAD = 366
const BACK = 7

const TOO_FAR = 'Please choose a day within the next year.'
const IS_OVER = 'Please choose today or a later day.'
const TOO_OLD = 'Please choose a day of the last week, or a later one.'
const ENDS_BEFORE = 'Please choose a last day after the first one.'
export const NO_ABSENT_STUDENT = 'Please choose a student from the list.'

const dayFromNow = (days: number) => addDays(formatIsoDay(getToday()), days)

const days = (back: number, tooEarly: string) =>
  z.object({
    startDate: requiredDay(NO_DAY)
      .refine((day) => day >= dayFromNow(-back), tooEarly)
      .refine((day) => day <= dayFromNow(AHEAD), TOO_FAR)
      .describe('The first day, in Irish time. At most a year ahead.'),
    endDate: optionalDay(NO_DAY)
      .refine((day) => (day ?? '') <= dayFromNow(AHEAD), TOO_FAR)
      .describe('The last day; without one it is the first day alone.'),
    note: optionalText(200).describe('One sentence about it.'),
  })

type Days = z.output<ReturnType<typeof days>>
const endsAfter = ({ startDate, endDate }: Days) => endDate === null || endDate >= startDate
const inOrder = { path: ['endDate'], message: ENDS_BEFORE }

/** The days on which a student does not come, as their family says it: from today on. */
export const familyAbsence = days(0, IS_OVER).refine(endsAfter, inOrder)
export type FamilyAbsence = z.output<typeof familyAbsence>

/** The same as tutors note it, also for the last week. */
export const newAbsence = days(BACK, TOO_OLD)
  .extend({ studentId: z.preprocess(parseCount, z.int(NO_ABSENT_STUDENT).positive(NO_ABSENT_STUDENT)) })
  .refine(endsAfter, inOrder)
export type NewAbsence = z.output<typeof newAbsence>

export const newFamilyLink = z.object({ label: requiredText('Please say whose link it is.', { max: 40 }) })
export type NewFamilyLink = z.output<typeof newFamilyLink>
