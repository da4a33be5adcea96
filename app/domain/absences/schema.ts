import { z } from 'zod'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { NO_DAY, optionalDay, optionalText, parseCount, requiredDay, requiredText } from '~/domain/rules'

/** Absences can start up to a year ahead. Tutors can record them up to a week late. */
const MAX_DAYS_AHEAD = 366
const MAX_DAYS_BACK = 7

const TOO_FAR = 'Please choose a day within the next year.'
const IN_THE_PAST = 'Please choose today or a later day.'
const TOO_OLD = 'Please choose a day in the last week, or a later day.'
const ENDS_BEFORE_START = 'Please choose a last day after the first one.'
export const NO_ABSENT_STUDENT = 'Please choose a student from the list.'

const getDayFromNow = (days: number) => addDays(formatIsoDay(getToday()), days)

const createAbsenceFields = (back: number, tooEarly: string) =>
  z.object({
    startDate: requiredDay(NO_DAY)
      .refine((day) => day >= getDayFromNow(-back), tooEarly)
      .refine((day) => day <= getDayFromNow(MAX_DAYS_AHEAD), TOO_FAR)
      .describe('The first day, in Irish time. At most a year ahead.'),
    endDate: optionalDay(NO_DAY)
      .refine((day) => (day ?? '') <= getDayFromNow(MAX_DAYS_AHEAD), TOO_FAR)
      .describe('The last day; without one it is the first day alone.'),
    note: optionalText(200).describe('One sentence about it.'),
  })

type AbsenceDays = z.output<ReturnType<typeof createAbsenceFields>>
const isInOrder = ({ startDate, endDate }: AbsenceDays) => endDate === null || endDate >= startDate
const endBeforeStart = { path: ['endDate'], message: ENDS_BEFORE_START }

/** An absence from a family: from today on. */
export const familyAbsence = createAbsenceFields(0, IN_THE_PAST).refine(isInOrder, endBeforeStart)
export type FamilyAbsence = z.output<typeof familyAbsence>

/** An absence from a tutor, up to a week late. */
export const newAbsence = createAbsenceFields(MAX_DAYS_BACK, TOO_OLD)
  .extend({ studentId: z.preprocess(parseCount, z.int(NO_ABSENT_STUDENT).positive(NO_ABSENT_STUDENT)) })
  .refine(isInOrder, endBeforeStart)
export type NewAbsence = z.output<typeof newAbsence>

export const newFamilyLink = z.object({ label: requiredText('Please say whose link it is.', { max: 40 }) })
export type NewFamilyLink = z.output<typeof newFamilyLink>
