import type { LoaderFunctionArgs } from '@remix-run/node'
import { listCurrentMembers } from '~/domain/board/board.server'
import { partIn } from '~/domain/part.server'
import { answerSharedPart } from '~/http/part-answer.server'

export async function loader(args: LoaderFunctionArgs) {
  return answerSharedPart(args, 'everyone', async (asked) => partIn(await listCurrentMembers(args.context.db), asked))
}
