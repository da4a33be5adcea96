import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { addResource, listResources } from '~/domain/resources/resources.server'
import { newResource } from '~/domain/resources/schema'
import { answerCursorPage } from '~/http/answers/cursor-page.server'
import { readInput } from '~/http/contract/api.server'

export async function loader(args: LoaderFunctionArgs) {
  return answerCursorPage(args.request, (asked) => listResources(args.context.db, asked))
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const resource = await addResource(args.context.db, user, await readInput(args.request, newResource))
  return Response.json(resource, { status: 201 })
}
