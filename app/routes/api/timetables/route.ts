import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { newTimetable } from '~/domain/timetables/schema'
import { addTimetable, listTimetables } from '~/domain/timetables/timetables.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'
import { readUpload } from '~/http/contract/api.server'

/** All timetables, for tutors. */
export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  return answerCursorPage(args.request, (asked) => listTimetables(args.context.db, user, asked))
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const user = tutorOf(args)
  const timetable = await readUpload(request, newTimetable)
  const added = await addTimetable(context.db, context.uploads, user, timetable)
  return Response.json(added, { status: 201 })
}
