import type { LoaderFunctionArgs } from '@remix-run/node'
import { listPublicResources } from '~/domain/resources/resources.server'
import { answerPart } from '~/http/part-answer.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerPart(request, (asked) => listPublicResources(context.db, asked))
}
