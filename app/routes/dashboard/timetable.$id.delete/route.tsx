import { findTimetable, removeTimetable } from '~/domain/timetables/timetables.server'
import { createConfirmAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Timetable',
  detail: ({ name }) => name,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findTimetable(db, tutor, id),
  ({ title }) => ({ what: 'Timetable', name: title, cancelTo: paths.dashboard.timetable.list }),
)
export const action = createConfirmAction(async ({ db, uploads, tutor, id }) => {
  await removeTimetable(db, uploads, tutor, id)
  return createSaveResult('timetable', 'deleted', paths.dashboard.timetable.list)
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
