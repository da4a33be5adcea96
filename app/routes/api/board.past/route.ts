import type { LoaderFunctionArgs } from '@remix-run/node'
import { listPastMembers } from '~/domain/board/board.server'
import { partIn } from '~/domain/part.server'
import { answerPart } from '~/http/part-answer.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerPart(request, async (asked) => partIn(await listPastMembers(context.db), asked))
}
