import type { LoaderFunctionArgs } from '@remix-run/node'
import { listPublicResources } from '~/domain/resources/resources.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerCursorPage(request, (asked) => listPublicResources(context.db, asked))
}
