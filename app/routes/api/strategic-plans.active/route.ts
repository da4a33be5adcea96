import type { LoaderFunctionArgs } from '@remix-run/node'
import { cursorPageIn } from '~/domain/cursor-page.server'
import { listActivePlans } from '~/domain/plans/plans.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerCursorPage(request, async (asked) => cursorPageIn(await listActivePlans(context.db), asked))
}
