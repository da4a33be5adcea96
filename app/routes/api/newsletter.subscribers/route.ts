import type { LoaderFunctionArgs } from '@remix-run/node'
import { listSubscribers } from '~/domain/subscribers/subscribers.server'
import { answerPart } from '~/http/part-answer.server'

export async function loader(args: LoaderFunctionArgs) {
  return answerPart(args.request, (asked) => listSubscribers(args.context.db, asked))
}
