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
const NO_TIME = 'Please enter a time, for example 9:30 or 2pm.'
const END_TOO_EARLY = 'Please enter a time after the start.'
const LAST_DAY_TOO_EARLY = 'Please choose a last day that is not before the first.'
const NO_PICTURE = 'Please choose a picture from the list.'
export const NO_WEEK_STUDENT = 'Please choose students from the list.'
export const ONE_STUDENT = 'Please choose a student from the list.'

const symbols = Object.keys(activitySymbols) as [ActivitySymbolName, ...ActivitySymbolName[]]

const timeField = z.preprocess(
  (value) => (typeof value === 'string' ? (normalizeTime(value) ?? value) : value),
  z.string(NO_TIME).regex(/^\d\d:\d\d$/, { error: NO_TIME, abort: true }),
)

const daysField = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split('\n').filter((line) => line.trim()) : value),
    z.array(z.string(NO_DAY)).max(60).default([]),
  )
  .refine((texts) => texts.every((text) => requiredDay(NO_DAY).safeParse(text).success), { error: NO_DAY, abort: true })
  .overwrite((texts) => [...new Set(texts.map((text) => requiredDay(NO_DAY).parse(text)))].sort())

const fields = z.object({
  weekday: choiceOf(weekdays, NO_WEEKDAY),
  from: timeField.describe('In Irish time.'),
  to: timeField,
  activity: requiredText('Please enter the activity.', { max: 60 }),
  symbol: z.preprocess((value) => value || null, z.enum(symbols, NO_PICTURE).nullable().default(null)),
  photoId: optionalId(NO_PICTURE).describe('A picture among the shared files, shown instead of the symbol.'),
  place: optionalText(60),
  withWhom: optionalText(60),
  studentIds: optionalIds(NO_WEEK_STUDENT).describe('Whose it is; without any it is everybody’s.'),
  startDate: optionalDay(NO_DAY),
  endDate: optionalDay(NO_DAY),
  exceptions: daysField.describe('The days on which it is not on.'),
})

type Fields = z.output<typeof fields>

const endsAfter = (one: Pick<Fields, 'from' | 'to'>) => one.from < one.to
const lastsAfter = (one: Pick<Fields, 'startDate' | 'endDate'>) =>
  !one.startDate || !one.endDate || one.startDate <= one.endDate

export const newWeekSession = fields
  .refine(endsAfter, { path: ['to'], message: END_TOO_EARLY })
  .refine(lastsAfter, { path: ['endDate'], message: LAST_DAY_TOO_EARLY })
export type NewWeekSession = z.output<typeof newWeekSession>

export const weekSessionEdit = newWeekSession.safeExtend({ version: openedVersion() })

/** Form that copies a week to a student. */
export const weekCopy = z.object({ to: z.coerce.number(ONE_STUDENT).int(ONE_STUDENT).positive(ONE_STUDENT) })
export type WeekCopy = z.output<typeof weekCopy>

/** Formats days for a form, one on each line. */
export const parseDayLines = (texts: string[]) =>
  texts
    .map((text) => parseDay(text))
    .map((day) => day && `${day.day} ${day.month} ${day.year}`)
    .join('\n')
