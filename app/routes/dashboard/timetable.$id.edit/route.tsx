import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { listStudents } from '~/domain/accounts/accounts.server'
import { pathId } from '~/domain/path-id'
import { changedTimetable } from '~/domain/timetables/schema'
import { changeTimetable, findTimetable } from '~/domain/timetables/timetables.server'
import { readForm, UPLOAD_LIMIT } from '~/http/body'
import { check, refused, replyToUpload } from '~/http/form.server'
import { notFound } from '~/http/refusal'
import { timetableSaved } from '~/routes/parts/timetables/saved.server'
import { TimetableForm } from '~/routes/parts/timetables/timetable-form'
import { Card } from '~/ui/card'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireTutor(args)
  const { db } = args.context
  const timetable = await findTimetable(db, user, pathId(args.params.id))
  if (!timetable) throw notFound(args.request)
  return { timetable, students: await listStudents(db) }
}

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { user } = await requireTutor(args)
  const submission = check(await readForm(request, UPLOAD_LIMIT), changedTimetable)
  if (submission.status !== 'success') return refused(submission.reply())
  const { db, uploads } = context
  const changing = changeTimetable(db, uploads, user, pathId(params.id), submission.value)
  const answer = await changing.catch((error: unknown) => refused(replyToUpload(submission, error)))
  if (!answer) throw notFound(request)
  return 'data' in answer ? answer : timetableSaved(context, 'updated', answer)
}

export const meta = pageTitle('Edit Timetable')
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'

export default function EditTimetable() {
  const { timetable, students } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <Card className="max-w-2xl">
      <h2>Edit Timetable</h2>
      <TimetableForm
        to={`/dashboard/timetable/${timetable.id}/edit`}
        students={students}
        result={result}
        timetable={timetable}
        deed="Save"
        doing="Saving..."
      />
    </Card>
  )
}
