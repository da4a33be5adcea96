import type { LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { listFiles } from '~/domain/files/files.server'
import { answerPart } from '~/http/part-answer.server'

/** All documents, for tutors. */
export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  return answerPart(args.request, (asked) => listFiles(args.context.db, user, asked))
}
