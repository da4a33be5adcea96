import type { LoaderFunctionArgs } from '@remix-run/node'
import { listPublicResources } from '~/domain/resources/resources.server'
import { answerSharedPart } from '~/http/part-answer.server'

export async function loader(args: LoaderFunctionArgs) {
  return answerSharedPart(args, 'everyone', (asked) => listPublicResources(args.context.db, asked))
}
