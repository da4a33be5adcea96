import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireUser } from '~/auth/identity.server'
import { listTimetables } from '~/domain/timetables/timetables.server'
import { answerPart } from '~/http/part-answer.server'

/** A student's own timetables and those for all students. */
export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args)
  return answerPart(args.request, (asked) => listTimetables(args.context.db, user, asked))
}
