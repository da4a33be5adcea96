import type { LoaderFunctionArgs } from '@remix-run/node'
import { partIn } from '~/domain/part.server'
import { listActivePlans } from '~/domain/plans/plans.server'
import { answerPart } from '~/http/part-answer.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerPart(request, async (asked) => partIn(await listActivePlans(context.db), asked))
}
