import type { LoaderFunctionArgs } from '@remix-run/node'
import { listCurrentMembers } from '~/domain/board/board.server'
import { cursorPageIn } from '~/domain/cursor-page.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerCursorPage(request, async (asked) => cursorPageIn(await listCurrentMembers(context.db), asked))
}
