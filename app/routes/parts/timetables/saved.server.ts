import { endsBeforeItStarts } from '~/domain/timetables/schema'
import type { Timetable } from '~/domain/timetables/timetables.server'
import { paths } from '~/paths'

const ODD_DATES = ' But its end date is before its start date. Please check the dates.'

/** Leads to the tab after a timetable was 'added' or 'updated', with a warning about dates that can't be right. */
export const timetableSaved = (outcome: 'added' | 'updated', timetable: Timetable) => ({
  to: paths.dashboard.timetable.list,
  title: `Timetable ${outcome}`,
  detail: timetable.note,
  text: `The timetable has been ${outcome} successfully.${endsBeforeItStarts(timetable) ? ODD_DATES : ''}`,
})
