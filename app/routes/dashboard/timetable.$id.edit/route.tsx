import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { listStudents } from '~/domain/accounts/accounts.server'
import { changeOf } from '~/domain/change.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { timetableEdit } from '~/domain/timetables/schema'
import { changeTimetable, findTimetable, timetableInWords } from '~/domain/timetables/timetables.server'
import { readForm } from '~/http/forms/body'
import { check, saving, uploadFailed } from '~/http/forms/form.server'
import { timetableSaved } from '~/routes/parts/timetables/saved.server'
import { TimetableForm } from '~/routes/parts/timetables/timetable-form'
import { pageTitle } from '~/ui/browser/page-title'
import { Card } from '~/ui/card'

export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  const { db } = args.context
  const timetable = orNotFound(await findTimetable(db, user, pathId(args.params.id)))
  return { timetable, students: await listStudents(db) }
}

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const user = tutorOf(args)
  const submission = check(await readForm(request), timetableEdit)
  return saving(
    submission,
    async ({ file, ...words }) => {
      const { db, uploads } = context
      const changed = await changeTimetable(db, uploads, user, pathId(params.id), changeOf(words), file)
      return timetableSaved(context, 'updated', changed)
    },
    { refused: uploadFailed, inWords: timetableInWords },
  )
}

export const meta = pageTitle<typeof loader>('Edit Timetable', { of: ({ timetable }) => timetable.title })
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditTimetable() {
  const { timetable, students } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Card className="max-w-2xl">
      <h2>Edit Timetable</h2>
      <TimetableForm
        to={`/dashboard/timetable/${timetable.id}/edit`}
        students={students}
        answer={answer}
        timetable={timetable}
        submitLabel="Save"
        pendingLabel="Saving..."
      />
    </Card>
  )
}
