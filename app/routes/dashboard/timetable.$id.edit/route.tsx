import { useActionData, useLoaderData } from '@remix-run/react'
import { listStudents } from '~/domain/accounts/accounts.server'
import { toChange } from '~/domain/change.server'
import { timetableEdit } from '~/domain/timetables/schema'
import { changeTimetable, describeTimetable, findTimetable } from '~/domain/timetables/timetables.server'
import { formatUploadFailure } from '~/http/forms/form.server'
import { createFormAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { createTimetableSaveResult } from '~/routes/parts/timetables/save-result.server'
import { TimetableForm } from '~/routes/parts/timetables/timetable-form'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'files',
  title: 'Edit Timetable',
  detail: ({ timetable }) => timetable.title,
})

export const loader = createRecordLoader(
  ({ db, tutor, id }) => findTimetable(db, tutor, id),
  async (timetable, { db, tutor }) => ({
    timetable,
    students: await listStudents(db, tutor),
  }),
)
export const action = createFormAction(
  timetableEdit,
  async ({ file, ...words }, { db, uploads, tutor, id }) =>
    createTimetableSaveResult('updated', await changeTimetable(db, uploads, tutor, id, toChange(words), file)),
  { refused: formatUploadFailure, descriptions: describeTimetable },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditTimetable() {
  const { timetable, students } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Card className="max-w-2xl">
      <h2>Edit Timetable</h2>
      <TimetableForm
        to={paths.dashboard.timetable.edit(timetable.id)}
        students={students}
        answer={answer}
        timetable={timetable}
      />
    </Card>
  )
}
