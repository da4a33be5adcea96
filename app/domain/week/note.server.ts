import {
  mayBeOffMeanwhile,
  type NotOn,
  type RowNote,
  readNotOnNote,
  saysCondition,
  saysEnding,
  saysOn,
} from './not-on.server'
import { type PeriodWords, readPeriodWords } from './period.server'

/** What a note says about its session. */
export interface NoteReading {
  /** Whether the session is not on; undefined if the note does not say so. */
  state?: NotOn
  /** Its first and last day; null for other notes. */
  period: PeriodWords | null
  /** Whether any of its words were understood. */
  isUnderstood: boolean
}

/** Reads a note: whether the session is on, and its first and last day. Words about these days do not say that it is not on. */
export function readNote(note: RowNote): NoteReading {
  const whole = readNotOnNote(note)
  const period = whole === 'surely' ? null : readPeriodWords(note.text)
  const hasDays = period !== null && (period.startDate ?? period.endDate) !== undefined && !mayBeOffMeanwhile(note.text)
  const state = hasDays ? readNotOnNote({ ...note, text: period.rest }) : whole
  return { state, period, isUnderstood: state !== undefined || period !== null || saysOn(note) }
}

/** True for a line of a grid's cell that is only about when it is on, such as 'cancelled', 'only if staff' or 'starts 14 September'. */
export function isNoteLine(text: string): boolean {
  const { state, period } = readNote({ column: '', text })
  return (
    state === 'surely' || period?.rest === '' || period?.isUnread === true || saysEnding(text) || saysCondition(text)
  )
}
