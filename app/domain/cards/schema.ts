import { z } from 'zod'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { requiredDay, requiredText } from '~/domain/rules'
import { foldForSearch } from '~/domain/text'

const UNTIL = 'Please choose a day from today on, and at most a year ahead.'
const FOUR = 'Please type four numbers that are not easy to guess, such as 4071.'
const EASY = /^(\d)\1{3}$|^(0123|1234|2345|3456|4567|5678|6789|4321)$/

const YEAR = 366 * 24 * 3_600_000

export const newCard = z.object({
  until: requiredDay(UNTIL).refine((day) => {
    const at = Date.parse(day)
    return at >= Date.parse(formatIsoDay(getToday())) && at <= Date.now() + YEAR
  }, UNTIL),
  digits: z.preprocess(
    (value) => (typeof value === 'string' ? value.replace(/\s/g, '') || null : (value ?? null)),
    z
      .string(FOUR)
      .regex(/^\d{4}$/, FOUR)
      .refine((digits) => !EASY.test(digits), FOUR)
      .nullable(),
  ),
})
export type NewCard = z.output<typeof newCard>

/** What a student types: nothing where the card asks for no digits. */
export const cardDigits = z.object({ digits: z.string().max(100).default('') })

export const dayCode = z.object({
  username: requiredText('Type your username.', { max: 100 }).transform(foldForSearch),
  // Fewer cannot be right, and must not cost one of the five tries.
  code: requiredText('Type the six numbers.', { max: 100 }).refine(
    (code) => code.replace(/\D/g, '').length === 6,
    'Type all six numbers.',
  ),
})
export type DayCode = z.output<typeof dayCode>
