import { z } from 'zod'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { choiceOf, NO_DAY, optionalId, parseCount, requiredDay, timeOfDay } from '~/domain/rules'
import { CLOCK_TIME } from '~/domain/times'
import { type AttendanceState, attendanceStates } from '~db/choices'

export const NO_REGISTER_STUDENT = 'Please choose a student from the list.'
const NO_STATE = 'Please choose here, not here, late or left early.'
export const NOT_YET = 'Please choose today or an earlier day.'

const timeField = (isTyped: boolean) =>
  z.preprocess(
    (value) => (typeof value === 'string' && !value.trim() ? null : (value ?? null)),
    timeOfDay({ isTyped }).nullable().default(null),
  )

/** Whether a student is there, and when they came late or left early. */
export interface Mark {
  state: AttendanceState
  time: string | null
}

const hasTime = (state: AttendanceState) => state === 'late' || state === 'left early'
const cleanMark = <Typed extends Mark>(mark: Typed): Typed => (hasTime(mark.state) ? mark : { ...mark, time: null })

const stateField = choiceOf(attendanceStates, NO_STATE)

/** A line of the form. */
export const registerLine = z.object({ state: stateField, time: timeField(true) }).overwrite(cleanMark)

const attendanceFields = {
  studentId: z.preprocess(parseCount, z.int(NO_REGISTER_STUDENT).positive(NO_REGISTER_STUDENT)),
  date: requiredDay(NO_DAY)
    .refine((day) => day <= formatIsoDay(getToday()), NOT_YET)
    .describe('Today or an earlier day, in Irish time.'),
  sessionId: optionalId('Please choose a session of the week.').describe('Without one it is about the whole day.'),
  state: stateField,
  time: timeField(false).describe('When they came late or left early, in Irish time.'),
}

export const newAttendance = z.object(attendanceFields).overwrite(cleanMark)
export type NewAttendance = z.output<typeof newAttendance>

/** A line after a change. A former student's names no student. */
export const changedAttendance = z
  .object({ ...attendanceFields, studentId: attendanceFields.studentId.nullable() })
  .overwrite(cleanMark)

/** 'late 10:30'. */
export const formatMark = ({ state, time }: Mark) => [state, time].filter(Boolean).join(' ')

export const isSameMark = (one: Mark | undefined, other: Mark | undefined) =>
  one?.state === other?.state && one?.time === other?.time

/** Marks by student's id. */
export type Marks = Map<number, Mark>

const letters = 'hnle'

/** The marks as a short text of a hidden field: '2h 5l10:30'. */
export const packMarks = (marks: Marks): string =>
  [...marks].map(([id, { state, time }]) => `${id}${letters[attendanceStates.indexOf(state)]}${time ?? ''}`).join(' ')

/** Reads packMarks's text, without anything else. */
export function unpackMarks(text: string): Marks {
  const found = text.slice(0, 20_000).matchAll(/\b(\d{1,15})([hnle])(\d\d:\d\d)?(?= |$)/g)
  return new Map(
    [...found].map(([, id, letter = 'h', time = '']) => {
      const state = attendanceStates[letters.indexOf(letter)] ?? 'here'
      return [Number(id), cleanMark({ state, time: CLOCK_TIME.test(time) ? time : null })]
    }),
  )
}
