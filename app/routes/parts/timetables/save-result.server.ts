import { endsBeforeItStarts } from '~/domain/timetables/schema'
import type { Timetable } from '~/domain/timetables/timetables.server'
import { paths } from '~/paths'

const DATES_WARNING = ' Its end date is before its start date. Please check the dates.'

/** The result of saving a timetable, with a warning if the end date is before the start date. */
export const createTimetableSaveResult = (outcome: 'added' | 'updated', timetable: Timetable) => ({
  to: paths.dashboard.timetable.list,
  title: `Timetable ${outcome}`,
  detail: timetable.note,
  text: `The timetable has been ${outcome} successfully.${endsBeforeItStarts(timetable) ? DATES_WARNING : ''}`,
})
