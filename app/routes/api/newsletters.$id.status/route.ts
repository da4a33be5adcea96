import type { ActionFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { statusChange } from '~/domain/newsletters/schema'
import { sendNewsletter } from '~/domain/newsletters/send.server'
import { pathId } from '~/domain/path-id'
import { readInput } from '~/http/contract/api.server'

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const { audience } = await readInput(request, statusChange)
  const { holdSeconds } = context.settings.newsletter
  return Response.json(await sendNewsletter(context.db, user, pathId(params.id), { audience, holdSeconds }))
}
