import { z } from 'zod'
import { type ActivitySymbolName, activitySymbols } from '~/content/activity-symbols'
import { type Encoding, encodings } from '~/domain/encodings'
import { parseDay } from '~/domain/events/days'
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
  timeOfDay,
} from '~/domain/rules'
import {
  CLOCK_TIME,
  formatMinutes,
  formatQuestion,
  getTimeQuestion,
  halves,
  isUnclearClock,
  parseTimes,
} from '~/domain/times'
import { type Weekday, weekdays } from '~db/choices'
import { MAX_PACKED_TABLE, NO_TABLE, TABLE_LIMIT, TABLE_TOO_LARGE } from './import-limits'

const NO_WEEKDAY = 'Please choose a day of the week.'
const END_TOO_EARLY = 'Please enter a time after the start.'
const OVER_MIDNIGHT = `${END_TOO_EARLY} If it goes on over midnight, add two sessions: one until 23:59, and one from 0:00 on the next day.`
const LAST_DAY_TOO_EARLY = 'Please choose a last day that is not before the first.'
const NO_PICTURE = 'Please choose a picture from the list.'
export const NO_WEEK_GUIDE = 'Please choose steps from the list.'
export const NO_WEEK_STUDENT = 'Please choose students from the list.'
const NO_COPY_STUDENT = 'Please tick at least one student.'
const NO_COPY_SOURCE = 'Please choose a student from the list.'

const symbols = Object.keys(activitySymbols) as [ActivitySymbolName, ...ActivitySymbolName[]]

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
  from: timeOfDay({ isTyped: false, mayBeUnclear: true }).describe(
    'In Irish time. 1:00 to 6:59 need am, pm or a leading zero, where both are possible.',
  ),
  to: timeOfDay({ isTyped: false, mayBeUnclear: true }),
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

type Times = Pick<Fields, 'from' | 'to'>

/** The times of a session, in which 1:30 after 12:30 is in the afternoon; otherwise what is wrong with them, by field. */
function readTimes({ from, to }: Times): Times | { errors: Partial<Times> } {
  const range = parseTimes(`${from}-${to}`)
  if (!('reason' in range)) {
    const { start, end = start } = range
    const isOverMidnight = end >= 24 * 60
    return isOverMidnight ? { errors: { to: OVER_MIDNIGHT } } : { from: formatMinutes(start), to: formatMinutes(end) }
  }
  if (!range.question) return { errors: { to: from >= '12:00' && to < '12:00' ? OVER_MIDNIGHT : END_TOO_EARLY } }
  const ask = (time: string) => {
    const question = isUnclearClock(time) && getTimeQuestion(time)
    return question ? formatQuestion(question) : undefined
  }
  return { errors: { from: ask(from), to: ask(to) } }
}

function checkTimes(times: Times, context: z.RefinementCtx): void {
  const read = readTimes(times)
  if (!('errors' in read)) return
  for (const [field, message] of Object.entries(read.errors))
    if (message) context.addIssue({ code: 'custom', path: [field], message })
}

/** Checks times even if other fields are refused, so that a question is asked together with their messages. */
const whenTimes = {
  when: ({ value }: { value: unknown }) => {
    const { from, to } = Object(value) as Partial<Times>
    return [from, to].every((time) => time && (CLOCK_TIME.test(time) || isUnclearClock(time)))
  },
}

function resolveTimes<Session extends Times>(session: Session): Session {
  const read = readTimes(session)
  return 'errors' in read ? session : { ...session, ...read }
}

const lastsAfter = (one: Pick<Fields, 'startDate' | 'endDate'>) =>
  !one.startDate || !one.endDate || one.startDate <= one.endDate

const lastDayRule = { path: ['endDate'], message: LAST_DAY_TOO_EARLY }

export const newWeekSession = fields
  .overwrite(resolveTimes)
  .superRefine(checkTimes, whenTimes)
  .refine(lastsAfter, lastDayRule)
export type NewWeekSession = z.output<typeof newWeekSession>

/** In forms, people may mean the afternoon by 01:30 too. */
const typedTimes = {
  from: timeOfDay({ isTyped: true, mayBeUnclear: true }),
  to: timeOfDay({ isTyped: true, mayBeUnclear: true }),
}

export const weekSessionEdit = newWeekSession.safeExtend({ ...typedTimes, version: openedVersion() })

/** The form that adds a session to several days. */
export const newWeekSessions = fields
  .omit({ weekday: true })
  .extend({
    ...typedTimes,
    weekdays: z
      .preprocess((value) => (value ? [value].flat() : []), z.array(weekdayField).min(1, NO_WEEKDAY).max(50))
      .overwrite(inOrder),
  })
  .overwrite(resolveTimes)
  .superRefine(checkTimes, whenTimes)
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

const NO_ANSWER = 'Please press one of the buttons.'
/** What dates in a timetable mean: sessions on these days only, or every week from them on. */
export const datesMeanings = ['once', 'weekly'] as const

/** The preview's form: the packed timetable and its encoding. */
export const confirmedWeekTable = z.object({
  list: z.string(LOST_TABLE).min(1, LOST_TABLE).max(MAX_PACKED_TABLE, LOST_TABLE),
  studentIds: optionalIds(NO_WEEK_STUDENT),
  encoding: choiceOf(
    Object.keys(encodings) as [Encoding, ...Encoding[]],
    'Please choose one from the list.',
  ).optional(),
  half: choiceOf(halves, NO_ANSWER).optional(),
  dates: choiceOf(datesMeanings, NO_ANSWER).optional(),
  /** An answer, or any other text to read the timetable in the chosen encoding. */
  again: z.string(NO_ANSWER).max(10, NO_ANSWER).optional(),
})
export type DatesMeaning = (typeof datesMeanings)[number]

/** Formats days for a form, one on each line. */
export const parseDayLines = (texts: string[]) =>
  texts
    .map((text) => parseDay(text))
    .map((day) => day && `${day.day} ${day.month} ${day.year}`)
    .join('\n')
