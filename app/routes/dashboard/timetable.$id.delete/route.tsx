import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { findTimetable, removeTimetable } from '~/domain/timetables/timetables.server'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  const timetable = orNotFound(await findTimetable(args.context.db, user, pathId(args.params.id)))
  return { timetable }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  return removing(args.request, async () => {
    await removeTimetable(context.db, context.uploads, user, pathId(params.id))
    return redirectWithMessage(context, '/dashboard/timetable', {
      kind: 'success',
      title: 'Timetable deleted',
      text: 'The timetable has been deleted successfully.',
    })
  })
}

export const meta = pageTitle<typeof loader>('Delete Timetable', { of: ({ timetable }) => timetable.title })
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteTimetable() {
  const { timetable } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Timetable" name={timetable.title} cancelTo="/dashboard/timetable" />
}
