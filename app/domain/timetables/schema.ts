import { z } from 'zod'
import { uploadedFile } from '~/domain/files/schema'
import { optionalDay, optionalId, optionalParagraphs, requiredText } from '~/domain/rules'

const NO_DAY = 'Please enter a date, for example 1 September 2026.'

/** Spec section 3, Timetable. Without a student it is for all of them (decisions.md section 5). */
export const timetableWords = z.object({
  title: requiredText('Title must be at least 2 characters.', { min: 2 }),
  description: optionalParagraphs(2000),
  startDate: optionalDay(NO_DAY),
  endDate: optionalDay(NO_DAY),
  studentId: optionalId('Please choose a student from the list.'),
})

/** A timetable as its form and its call send it. */
export const newTimetable = timetableWords.extend({ file: uploadedFile })
export type NewTimetable = z.output<typeof newTimetable>

/** The same timetable changed; without a new file it keeps its own. */
export const changedTimetable = timetableWords.extend({ file: uploadedFile.optional() })
export type ChangedTimetable = z.output<typeof changedTimetable>

/** True when a timetable ends before it starts: a tutor is told, and may have meant it (spec section 5 shows no check). */
export function endsBeforeItStarts({ startDate, endDate }: Pick<NewTimetable, 'startDate' | 'endDate'>): boolean {
  return startDate !== null && endDate !== null && endDate < startDate
}
