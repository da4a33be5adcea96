import type { AppLoadContext } from '@remix-run/node'
import { endsBeforeItStarts } from '~/domain/timetables/schema'
import type { Timetable } from '~/domain/timetables/timetables.server'
import { redirectWithMessage } from '~/http/forms/message.server'

/** Redirects to the tab after a timetable was 'added' or 'updated', with a warning about dates that can't be right. */
export function timetableSaved(context: AppLoadContext, outcome: 'added' | 'updated', timetable: Timetable) {
  const warning = endsBeforeItStarts(timetable)
    ? ' But its end date is before its start date. Please check the dates.'
    : ''
  return redirectWithMessage(context, '/dashboard/timetable', {
    kind: 'success',
    title: `Timetable ${outcome}`,
    text: `The timetable has been ${outcome} successfully.${warning}`,
  })
}
