import { z } from 'zod'
import {
  checkbox,
  choiceOf,
  NO_DAY,
  openedVersion,
  optionalDay,
  optionalParagraphs,
  optionalText,
  requiredText,
} from '~/domain/rules'
import { normalizeTime } from '~/domain/times'
import { months } from '~db/choices'
import {
  CALENDAR_YEARS,
  countDaysAfterFirst,
  type Day,
  type Days,
  formatIsoDay,
  getLastYear,
  isRealDay,
  MAX_EVENT_DAYS,
  parseDay,
  toDay,
  toUtcMidnight,
  YEARS_AHEAD_TEXT,
} from './days'

const NO_MONTH = 'Please choose a month, for example October.'
const NO_TIME =
  'Please write a time like 14:00, 2pm or 14:00-16:00. You can also write All day, or leave it empty and put it in the description.'
const ENDS_BEFORE_START =
  'The end is not after the start. Please check both times, for example 14:00-16:00. A late event can end in the night after it, by 06:00.'
const getYearMessage = () => `Please enter a year from ${CALENDAR_YEARS.first} to ${getLastYear()}.`

function explainTime(text: string, isTyped: boolean): string | null {
  const read = normalizeTime(text, { isTyped })
  if (!('reason' in read)) return null
  if (read.question) return read.reason
  return read.isBackwards ? ENDS_BEFORE_START : `${read.reason} ${NO_TIME}`.trim()
}

const timeField = ({ isTyped }: { isTyped: boolean }) =>
  optionalText(60)
    .refine((text) => text === null || explainTime(text, isTyped) === null, {
      error: ({ input }) => explainTime(String(input), isTyped) ?? NO_TIME,
    })
    .overwrite((text) => {
      const read = text && normalizeTime(text, { isTyped })
      return read && 'time' in read ? read.time : text
    })

const texts = {
  title: requiredText('Title is required.'),
  description: optionalParagraphs(2000),
  time: timeField({ isTyped: false }).describe(
    'Such as 14:00, 2pm, 14:00-16:00 or All day. 1:00 to 6:59 need am, pm or a leading zero, where both are possible.',
  ),
  location: optionalText(),
  endDate: optionalDay(NO_DAY).describe(
    `The last day of an event of several days, at most ${MAX_EVENT_DAYS}. The time is then that of each day.`,
  ),
}
const yearFromFirst = z.int({ error: getYearMessage }).min(CALENDAR_YEARS.first, { error: getYearMessage, abort: true })
const year = yearFromFirst
  .refine((number) => number <= getLastYear(), { error: getYearMessage })
  .describe(`From ${CALENDAR_YEARS.first} on. ${YEARS_AHEAD_TEXT}`)
const day = { day: z.int(NO_DAY).min(1, NO_DAY).max(31, NO_DAY), month: choiceOf(months, NO_MONTH), year }

const ENDS_BEFORE_FIRST_DAY = 'Please choose a last day after the first one.'
const TOO_LONG = `An event can last at most ${MAX_EVENT_DAYS} days. Please choose an earlier last day.`

function findEndDateError(days: Days): string | null {
  const number = countDaysAfterFirst(days)
  if (Number.isNaN(number)) return null
  if (number < 0) return ENDS_BEFORE_FIRST_DAY
  if ((parseDay(days.endDate ?? '')?.year ?? 0) > getLastYear()) return getYearMessage()
  return number < MAX_EVENT_DAYS ? null : TOO_LONG
}

function checkEndDate(days: Days, context: z.RefinementCtx) {
  const message = findEndDateError(days)
  if (message) context.addIssue({ code: 'custom', path: ['endDate'], message })
}

/** An event in an API call, with the date in three parts. */
export const newEvent = z
  .object({ ...texts, ...day, onWebsite: checkbox(true), closed: checkbox(false) })
  .refine(isRealDay, {
    path: ['day'],
    message: NO_DAY,
    when: ({ value }) => z.object(day).safeParse(value).success,
  })
  .superRefine(checkEndDate)
export type NewEvent = z.output<typeof newEvent>

/** A date in one field, within the calendar's years. */
const date = z
  .string(NO_DAY)
  .trim()
  .refine((text) => parseDay(text) !== null, { error: NO_DAY, abort: true })
  .refine((text) => year.safeParse(parseDay(text)?.year).success, { error: getYearMessage })

const formFields = z.object({
  ...texts,
  time: timeField({ isTyped: true }),
  date,
  onWebsite: checkbox(false),
  closed: checkbox(false),
})

function splitDate<Fields extends { date: string }>({ date, ...event }: Fields) {
  return { ...event, ...(parseDay(date) as Day) }
}

const DAY = 24 * 3_600_000
const WEEK = 7 * DAY
const MAX_WEEKS = 53
const OVER_A_YEAR = 'Please choose a last day within a year of the date.'
const ENDS_TOO_EARLY = 'Please choose a last day after the date.'
const OVERLAPS = 'An event can only repeat if it is over before it begins again.'

const repeats = ['week', 'fortnight'] as const
export type Repeat = (typeof repeats)[number]

const scopes = ['this', 'later', 'all'] as const
/** Which events of a series a change affects: this one, this and the later ones, or all. */
export type SeriesScope = (typeof scopes)[number]
export const seriesScope = choiceOf(scopes, 'Please choose which events you mean.').default('this')

const getStep = (repeat: Repeat) => (repeat === 'week' ? WEEK : 2 * WEEK)

/**
 * The days of an event repeated until `last`; only `first` without it. At most one more than allowed, so that the form can refuse
 * it.
 */
export function listDaysOfSeries(first: Day, last: Day | null, repeat: Repeat = 'week'): Day[] {
  const end = last ? toUtcMidnight(last) : toUtcMidnight(first)
  const step = getStep(repeat)
  const days: Day[] = []
  for (let moment = toUtcMidnight(first); moment <= end && days.length <= MAX_WEEKS; moment += step)
    days.push(toDay(moment))
  return days
}

const repeatUntil = z.preprocess((value) => (value === '' ? undefined : value), date.nullish())

/** The form that adds an event, once or weekly or fortnightly until a day. */
export const eventForm = formFields
  .extend({ repeatUntil, repeat: choiceOf(repeats, 'Please choose how often.').default('week') })
  .superRefine(({ date: from, endDate, repeatUntil: last, repeat }, context) => {
    const [first, end] = [parseDay(from), parseDay(last ?? '')]
    if (first) checkEndDate({ ...first, endDate }, context)
    if (!first || !end) return
    const { length } = listDaysOfSeries(first, end)
    const isOverlapping = countDaysAfterFirst({ ...first, endDate }) * DAY >= getStep(repeat)
    const message =
      length > MAX_WEEKS
        ? OVER_A_YEAR
        : formatIsoDay(end) <= formatIsoDay(first)
          ? ENDS_TOO_EARLY
          : isOverlapping
            ? OVERLAPS
            : null
    if (message) context.addIssue({ code: 'custom', path: ['repeatUntil'], message })
  })
  .transform(({ repeatUntil: last, ...event }) => ({ ...splitDate(event), repeatUntil: parseDay(last ?? '') }))
export type EventForm = Omit<z.input<typeof eventForm>, 'endDate' | 'repeatUntil'> & {
  endDate?: string | null
  repeatUntil?: string | null
  scope?: SeriesScope
}

export const eventEdit = formFields.extend({ scope: seriesScope, version: openedVersion() }).transform(splitDate)
