import type { LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { listFiles } from '~/domain/files/files.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'

/** All documents, for tutors. */
export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  return answerCursorPage(args.request, (asked) => listFiles(args.context.db, user, asked))
}
