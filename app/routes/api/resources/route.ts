import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { addResource, listResources } from '~/domain/resources/resources.server'
import { newResource } from '~/domain/resources/schema'
import { readInput } from '~/http/api.server'
import { answerPart } from '~/http/part-answer.server'

export async function loader(args: LoaderFunctionArgs) {
  return answerPart(args.request, (asked) => listResources(args.context.db, asked))
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const resource = await addResource(args.context.db, user, await readInput(args.request, newResource))
  return Response.json(resource, { status: 201 })
}
