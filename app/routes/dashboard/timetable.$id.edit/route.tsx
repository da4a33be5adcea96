import { useActionData, useLoaderData } from '@remix-run/react'
import { listStudents } from '~/domain/accounts/accounts.server'
import { changeOf } from '~/domain/change.server'
import { timetableEdit } from '~/domain/timetables/schema'
import { changeTimetable, findTimetable, timetableInWords } from '~/domain/timetables/timetables.server'
import { uploadFailed } from '~/http/forms/form.server'
import { formAction, recordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { timetableSaved } from '~/routes/parts/timetables/saved.server'
import { TimetableForm } from '~/routes/parts/timetables/timetable-form'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'files',
  title: 'Edit Timetable',
  detail: ({ timetable }) => timetable.title,
})

export const loader = recordLoader(
  ({ db, tutor, id }) => findTimetable(db, tutor, id),
  async (timetable, { db }) => ({
    timetable,
    students: await listStudents(db),
  }),
)
export const action = formAction(
  timetableEdit,
  async ({ file, ...words }, { db, uploads, tutor, id }) =>
    timetableSaved('updated', await changeTimetable(db, uploads, tutor, id, changeOf(words), file)),
  { refused: uploadFailed, inWords: timetableInWords },
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
