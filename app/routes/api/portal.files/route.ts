import type { LoaderFunctionArgs } from '@remix-run/node'
import { userOf } from '~/auth/identity.server'
import { listFiles } from '~/domain/files/files.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'

/** A student's own documents and those shared with all students. */
export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  return answerCursorPage(args.request, (asked) => listFiles(args.context.db, user, asked))
}
