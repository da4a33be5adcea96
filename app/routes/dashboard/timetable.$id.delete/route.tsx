import { useLoaderData } from '@remix-run/react'
import { findTimetable, removeTimetable } from '~/domain/timetables/timetables.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const loader = recordLoader(
  ({ db, tutor, id }) => findTimetable(db, tutor, id),
  (timetable) => ({ timetable }),
)
export const action = confirmAction(async ({ db, uploads, tutor, id }) => {
  await removeTimetable(db, uploads, tutor, id)
  return {
    to: '/dashboard/timetable',
    title: 'Timetable deleted',
    text: 'The timetable has been deleted successfully.',
  }
})

export const meta = pageTitle<typeof loader>('Delete Timetable', { of: ({ timetable }) => timetable.title })
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteTimetable() {
  const { timetable } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Timetable" name={timetable.title} cancelTo="/dashboard/timetable" />
}
