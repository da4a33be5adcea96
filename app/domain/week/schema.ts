import { z } from 'zod'
import { type ActivitySymbolName, activitySymbols } from '~/content/activity-symbols'
import { normalizeTime, parseDay } from '~/domain/events/days'
import {
  choiceOf,
  NO_DAY,
  openedVersion,
  optionalDay,
  optionalId,
  optionalIds,
  optionalText,
  requiredDay,
  requiredText,
} from '~/domain/rules'
import { weekdays } from '~db/choices'

const NO_WEEKDAY = 'Please choose a day of the week.'
const NO_CLOCK = 'Please write a time like 9:30 or 2pm.'
const TOO_EARLY = 'Please write a time after the start.'
const ENDS_BEFORE = 'Please choose a last day after the first one.'
const NO_PICTURE = 'Please choose a picture from the list.'
export const NO_WEEK_STUDENT = 'Please choose students from the list.'
export const ONE_STUDENT = 'Please choose a student from the list.'

const symbols = Object.keys(activitySymbols) as [ActivitySymbolName, ...ActivitySymbolName[]]

const clock = z.preprocess(
  (value) => (typeof value === 'string' ? (normalizeTime(value) ?? value) : value),
  z.string(NO_CLOCK).regex(/^\d\d:\d\d$/, { error: NO_CLOCK, abort: true }),
)

const days = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split('\n').filter((line) => line.trim()) : value),
    z.array(z.string(NO_DAY)).max(60).default([]),
  )
  .refine((texts) => texts.every((text) => requiredDay(NO_DAY).safeParse(text).success), { error: NO_DAY, abort: true })
  .overwrite((texts) => [...new Set(texts.map((text) => requiredDay(NO_DAY).parse(text)))].sort())

const fields = z.object({
  weekday: choiceOf(weekdays, NO_WEEKDAY),
  from: clock.describe('In Irish time.'),
  to: clock,
  activity: requiredText('Please say what it is.', { max: 60 }),
  symbol: z.preprocess((value) => value || null, z.enum(symbols, NO_PICTURE).nullable().default(null)),
  photoId: optionalId(NO_PICTURE).describe('A picture among the shared files, shown instead of the symbol.'),
  place: optionalText(60),
  withWhom: optionalText(60),
  studentIds: optionalIds(NO_WEEK_STUDENT).describe('Whose it is; without any it is everybody’s.'),
  startDate: optionalDay(NO_DAY),
  endDate: optionalDay(NO_DAY),
  exceptions: days.describe('The days on which it is not on.'),
})

type Fields = z.output<typeof fields>

const endsAfter = (one: Pick<Fields, 'from' | 'to'>) => one.from < one.to
const lastsAfter = (one: Pick<Fields, 'startDate' | 'endDate'>) =>
  !one.startDate || !one.endDate || one.startDate <= one.endDate

export const newWeekSession = fields
  .refine(endsAfter, { path: ['to'], message: TOO_EARLY })
  .refine(lastsAfter, { path: ['endDate'], message: ENDS_BEFORE })
export type NewWeekSession = z.output<typeof newWeekSession>

export const weekSessionEdit = newWeekSession.safeExtend({ version: openedVersion() })

/** The form that copies a week to a student. */
export const weekCopy = z.object({ to: z.coerce.number(ONE_STUDENT).int(ONE_STUDENT).positive(ONE_STUDENT) })
export type WeekCopy = z.output<typeof weekCopy>

/** A form's days: one on each line, as people write them. */
export const parseDayLines = (texts: string[]) =>
  texts
    .map((text) => parseDay(text))
    .map((day) => day && `${day.day} ${day.month} ${day.year}`)
    .join('\n')
