import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { listStudentChoices } from '~/domain/groups/groups.server'
import { listGuideTitles } from '~/domain/guides/guides.server'
import { listActivities } from '~/domain/week/activities.server'
import { parseDayLines, weekSessionEdit } from '~/domain/week/schema'
import { changeWeekSession, describeWeekSession, findWeekSession, listWeekPhotos } from '~/domain/week/week.server'
import { createFormAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { SessionForm } from '~/routes/parts/week/session-form'
import { getWeekPath } from '~/routes/parts/week/week-address'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit Session',
  detail: ({ session }) => session.activity,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findWeekSession(db, tutor, id),
  async ({ exceptions, ...session }, { db, tutor }) => ({
    session: { ...session, exceptions: parseDayLines(exceptions) },
    students: await listStudentChoices(db, tutor, session.studentIds),
    photos: await listWeekPhotos(db, tutor),
    activities: await listActivities(db, tutor),
    guides: await listGuideTitles(db, tutor),
  }),
)
export const action = createFormAction(
  weekSessionEdit,
  async (session, { db, tutor, id }) => {
    const changed = await changeWeekSession(db, tutor, id, toChange(session))
    return createSaveResult('session', 'updated', getWeekPath(changed.studentIds[0] ?? null))
  },
  { descriptions: describeWeekSession },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditSession() {
  const { session, ...choices } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Card className="max-w-2xl">
      <h2>Edit Session</h2>
      <SessionForm
        to={paths.dashboard.timetable.week.edit(session.id)}
        session={session}
        answer={answer}
        cancelTo={getWeekPath(session.studentIds[0] ?? null)}
        {...choices}
      />
    </Card>
  )
}
