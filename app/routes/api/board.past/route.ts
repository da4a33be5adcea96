import type { LoaderFunctionArgs } from '@remix-run/node'
import { listPastMembers } from '~/domain/board/board.server'
import { partIn } from '~/domain/part.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerCursorPage(request, async (asked) => partIn(await listPastMembers(context.db), asked))
}
