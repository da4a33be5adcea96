import { z } from 'zod'
import { altText, uploadedFile } from '~/domain/files/schema'
import { NO_DAY, openedVersion, optionalDay, optionalId, optionalParagraphs, requiredText } from '~/domain/rules'
import { serverRules } from '~/domain/server-rules'

/** A timetable without its file. Without a student it is for all students. */
export const timetableFields = z.object({
  title: requiredText('Title must be at least 2 characters.', { min: 2 }),
  description: optionalParagraphs(2000),
  alt: altText,
  startDate: optionalDay(NO_DAY),
  endDate: optionalDay(NO_DAY),
  studentId: optionalId('Please choose a student from the list.'),
})

export type TimetableFields = z.output<typeof timetableFields>

export const newTimetable = timetableFields.extend({ file: uploadedFile })
export type NewTimetable = z.output<typeof newTimetable>

/** Edit form of a timetable. Without a new file, it keeps the old one. */
export const timetableEdit = timetableFields.extend({
  file: uploadedFile.optional().register(serverRules, { file: 'document' }),
  version: openedVersion(),
})

/** True if a timetable ends before it starts. It is saved anyway, and the tutor is warned. */
export function endsBeforeItStarts({ startDate, endDate }: Pick<NewTimetable, 'startDate' | 'endDate'>): boolean {
  return startDate !== null && endDate !== null && endDate < startDate
}
