import type { LoaderFunctionArgs } from '@remix-run/node'
import { partIn } from '~/domain/part.server'
import { listActivePlans } from '~/domain/plans/plans.server'
import { answerSharedPart } from '~/http/part-answer.server'

export async function loader(args: LoaderFunctionArgs) {
  return answerSharedPart(args, 'everyone', async (asked) => partIn(await listActivePlans(args.context.db), asked))
}
