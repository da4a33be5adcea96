import { useLoaderData } from '@remix-run/react'
import { getListNames } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { findWeekSession, removeWeekSession } from '~/domain/week/week.server'
import { createConfirmAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { getWeekPath } from '~/routes/parts/week/week-address'
import { defineScreen } from '~/screen'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Session',
  detail: ({ session }) => session.activity,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findWeekSession(db, tutor, id),
  async (session, { db, tutor }) => ({ session, students: await listStudents(db, tutor, session.studentIds) }),
)
export const action = createConfirmAction(async ({ db, tutor, id }) => {
  const { studentIds } = await removeWeekSession(db, tutor, id)
  return createSaveResult('session', 'deleted', getWeekPath(studentIds[0] ?? null))
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteSession() {
  const { session, students } = useLoaderData<typeof loader>()
  const { activity, weekday, from, studentIds } = session
  const names = getListNames(students)
  return (
    <ConfirmDelete what="Session" name={activity} cancelTo={getWeekPath(studentIds[0] ?? null)}>
      <p>
        {weekday}, {from}
      </p>
      <p>For {studentIds.map((id) => names.get(id)).join(', ') || 'everyone'}</p>
    </ConfirmDelete>
  )
}
