import { z } from 'zod'
import { type ActivitySymbolName, activitySymbols } from '~/content/activity-symbols'
import { type Encoding, encodings } from '~/domain/encodings'
import { normalizeTime, parseDay } from '~/domain/events/days'
import {
  choiceOf,
  NO_DAY,
  openedVersion,
  optionalDay,
  optionalId,
  optionalIds,
  optionalText,
  parseCount,
  requiredDay,
  requiredText,
} from '~/domain/rules'
import { type Weekday, weekdays } from '~db/choices'
import { MAX_PACKED_TABLE, NO_TABLE, TABLE_LIMIT, TABLE_TOO_LARGE } from './import-limits'

const NO_WEEKDAY = 'Please choose a day of the week.'
const NO_TIME = 'Please enter a time, for example 9:30 or 2pm.'
const END_TOO_EARLY = 'Please enter a time after the start.'
const LAST_DAY_TOO_EARLY = 'Please choose a last day that is not before the first.'
const NO_PICTURE = 'Please choose a picture from the list.'
export const NO_WEEK_GUIDE = 'Please choose steps from the list.'
export const NO_WEEK_STUDENT = 'Please choose students from the list.'
const NO_COPY_STUDENT = 'Please tick at least one student.'
const NO_COPY_SOURCE = 'Please choose a student from the list.'

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

const weekdayField = choiceOf(weekdays, NO_WEEKDAY)
const inOrder = (some: Weekday[]) => weekdays.filter((day) => some.includes(day))

const fields = z.object({
  weekday: weekdayField,
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
  guideId: optionalId(NO_WEEK_GUIDE).describe('A guide that shows how to do it.'),
})

type Fields = z.output<typeof fields>

const endsAfter = (one: Pick<Fields, 'from' | 'to'>) => one.from < one.to
const lastsAfter = (one: Pick<Fields, 'startDate' | 'endDate'>) =>
  !one.startDate || !one.endDate || one.startDate <= one.endDate

const endRule = { path: ['to'], message: END_TOO_EARLY }
const lastDayRule = { path: ['endDate'], message: LAST_DAY_TOO_EARLY }

export const newWeekSession = fields.refine(endsAfter, endRule).refine(lastsAfter, lastDayRule)
export type NewWeekSession = z.output<typeof newWeekSession>

export const weekSessionEdit = newWeekSession.safeExtend({ version: openedVersion() })

/** The form that adds a session to several days. */
export const newWeekSessions = fields
  .omit({ weekday: true })
  .extend({
    weekdays: z
      .preprocess((value) => (value ? [value].flat() : []), z.array(weekdayField).min(1, NO_WEEKDAY).max(50))
      .overwrite(inOrder),
  })
  .refine(endsAfter, endRule)
  .refine(lastsAfter, lastDayRule)
export type NewWeekSessions = z.output<typeof newWeekSessions>

/** The form that copies the week shown to other students. */
export const weekCopy = z.object({
  studentIds: optionalIds(NO_COPY_STUDENT).refine((ids) => ids.length > 0, NO_COPY_STUDENT),
})
export type WeekCopy = z.output<typeof weekCopy>

/** The form that copies a student's week into the week shown. */
export const weekSource = z.object({
  from: z.preprocess(parseCount, z.int(NO_COPY_SOURCE).positive(NO_COPY_SOURCE)),
})
export type WeekSource = z.output<typeof weekSource>

/** The import form: a file or pasted text, which parseTimetable reads, and the students for rows that name none. */
export const weekTable = z
  .object({
    file: z
      .instanceof(File, { error: NO_TABLE })
      .refine(({ size }) => size > 0, NO_TABLE)
      .refine(({ size }) => size <= TABLE_LIMIT, TABLE_TOO_LARGE)
      .optional(),
    // Not trimmed, because a table can begin with an empty cell.
    pasted: z.string(NO_TABLE).max(TABLE_LIMIT, TABLE_TOO_LARGE).optional(),
    studentIds: optionalIds(NO_WEEK_STUDENT),
  })
  .refine(({ file, pasted }) => file !== undefined || pasted?.trim(), { path: ['file'], message: NO_TABLE })

const LOST_TABLE = 'We have lost your timetable. Please choose it again.'

/** The preview's form: the packed timetable and its encoding. */
export const confirmedWeekTable = z.object({
  list: z.string(LOST_TABLE).min(1, LOST_TABLE).max(MAX_PACKED_TABLE, LOST_TABLE),
  studentIds: optionalIds(NO_WEEK_STUDENT),
  encoding: choiceOf(
    Object.keys(encodings) as [Encoding, ...Encoding[]],
    'Please choose one from the list.',
  ).optional(),
})

/** Formats days for a form, one on each line. */
export const parseDayLines = (texts: string[]) =>
  texts
    .map((text) => parseDay(text))
    .map((day) => day && `${day.day} ${day.month} ${day.year}`)
    .join('\n')
