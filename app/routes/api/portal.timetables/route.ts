import type { LoaderFunctionArgs } from '@remix-run/node'
import { userOf } from '~/auth/identity.server'
import { listTimetables } from '~/domain/timetables/timetables.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'

/** A student's own timetables and those for all students. */
export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  return answerCursorPage(args.request, (asked) => listTimetables(args.context.db, user, asked))
}
