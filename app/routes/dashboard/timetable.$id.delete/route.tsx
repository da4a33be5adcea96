import { findTimetable, removeTimetable } from '~/domain/timetables/timetables.server'
import { confirmAction, recordDone, recordLoader } from '~/http/forms/pages.server'

export const loader = recordLoader(
  ({ db, tutor, id }) => findTimetable(db, tutor, id),
  ({ title }) => ({ what: 'Timetable', name: title, cancelTo: '/dashboard/timetable' }),
)
export const action = confirmAction(async ({ db, uploads, tutor, id }) => {
  await removeTimetable(db, uploads, tutor, id)
  return recordDone('timetable', 'deleted', '/dashboard/timetable')
})

export { default, meta } from '~/ui/dialogs/delete-page'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
