import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { listSubscribers } from '~/domain/subscribers/subscribers.server'
import { answerPart } from '~/http/part-answer.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  return answerPart(args.request, (asked) => listSubscribers(args.context.db, asked))
}
