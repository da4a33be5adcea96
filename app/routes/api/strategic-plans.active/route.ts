import type { LoaderFunctionArgs } from '@remix-run/node'
import { partIn } from '~/domain/part.server'
import { listActivePlans } from '~/domain/plans/plans.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerCursorPage(request, async (asked) => partIn(await listActivePlans(context.db), asked))
}
