import type { LoaderFunctionArgs } from '@remix-run/node'
import { listSubscribers } from '~/domain/subscribers/subscribers.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'

export async function loader(args: LoaderFunctionArgs) {
  return answerCursorPage(args.request, (asked) => listSubscribers(args.context.db, asked))
}
