import { z } from 'zod'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { requiredDay, requiredText } from '~/domain/rules'
import { foldForSearch } from '~/domain/text'

const LAST_DAY_MESSAGE = 'Please choose a day between today and a year from now.'
const DIGITS_MESSAGE = 'Please type four numbers that are not easy to guess, such as 4071.'
const EASY_DIGITS = /^(\d)\1{3}$|^(0123|1234|2345|3456|4567|5678|6789|4321)$/

const YEAR_IN_MS = 366 * 24 * 3_600_000

export const newCard = z.object({
  until: requiredDay(LAST_DAY_MESSAGE).refine((day) => {
    const at = Date.parse(day)
    return at >= Date.parse(formatIsoDay(getToday())) && at <= Date.now() + YEAR_IN_MS
  }, LAST_DAY_MESSAGE),
  digits: z.preprocess(
    (value) => (typeof value === 'string' ? value.replace(/\s/g, '') || null : (value ?? null)),
    z
      .string(DIGITS_MESSAGE)
      .regex(/^\d{4}$/, DIGITS_MESSAGE)
      .refine((digits) => !EASY_DIGITS.test(digits), DIGITS_MESSAGE)
      .nullable(),
  ),
})
export type NewCard = z.output<typeof newCard>

/** The digits that a student types; empty if the card has none. */
export const cardDigits = z.object({ digits: z.string().max(100).default('') })

export const dayCode = z.object({
  username: requiredText('Type your username.', { max: 100 }).transform(foldForSearch),
  // Fewer digits can't be right, and must not use up one of the five tries.
  code: requiredText('Type the six numbers.', { max: 100 }).refine(
    (code) => code.replace(/\D/g, '').length === 6,
    'Type all six numbers.',
  ),
})
export type DayCode = z.output<typeof dayCode>
