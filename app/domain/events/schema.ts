import { z } from 'zod'
import { oneOf, openedVersion, optionalParagraphs, optionalText, requiredText } from '~/domain/rules'
import { months } from '~db/choices'
import { type Day, isRealDay, readDay, years } from './days'

const NO_DATE = 'Please enter a date, for example 14/10/2025.'
const NO_MONTH = 'Please choose a month, for example October.'
const NO_YEAR = `Please enter a year from ${years.first} to ${years.last}, for example 2025.`

const texts = {
  title: requiredText('Title is required.'),
  description: optionalParagraphs(2000),
  time: optionalText(60),
  location: optionalText(),
}
const day = {
  day: z.int(NO_DATE).min(1, NO_DATE).max(31, NO_DATE),
  month: oneOf(months, NO_MONTH),
  year: z.int(NO_YEAR).min(years.first, NO_YEAR).max(years.last, NO_YEAR),
}

/** An event as an API call sends it, with the date in three parts. */
export const newEvent = z.object({ ...texts, ...day }).refine(isRealDay, {
  path: ['day'],
  message: NO_DATE,
  when: ({ value }) => z.object(day).safeParse(value).success,
})
export type NewEvent = z.output<typeof newEvent>

const formFields = z.object({
  ...texts,
  date: z
    .string(NO_DATE)
    .trim()
    .refine((text) => readDay(text) !== null, NO_DATE),
})

/** Splits the date of a form, which has it in one field, into its three parts. */
function withDay<Fields extends { date: string }>({ date, ...event }: Fields) {
  return { ...event, ...(readDay(date) as Day) }
}

/** The same event as the page's form sends it. */
export const eventForm = formFields.transform(withDay)
export type EventForm = z.input<typeof eventForm>

/** The edit form of an event, with the version it was opened on. */
export const eventEdit = formFields.extend({ version: openedVersion() }).transform(withDay)

/** The first of the calendar's four months. */
export const newTerm = z.object({
  month: oneOf(months, NO_MONTH),
  year: z.coerce.number(NO_YEAR).pipe(day.year),
})
export type NewTerm = z.output<typeof newTerm>
