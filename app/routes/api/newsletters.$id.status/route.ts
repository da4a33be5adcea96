import type { ActionFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { statusChange } from '~/domain/newsletters/schema'
import { sendNewsletter } from '~/domain/newsletters/send.server'
import { pathId } from '~/domain/path-id'
import { readInput } from '~/http/api.server'
import { notFound } from '~/http/refusal'
import { answerRefusedNewsletter } from '../newsletters/refused.server'

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const { audience } = await readInput(request, statusChange)
  const { holdSeconds } = context.settings.newsletter
  const sending = sendNewsletter(context.db, user, pathId(params.id), { audience, holdSeconds })
  const sent = await answerRefusedNewsletter(request, sending)
  if (!sent) throw notFound(request)
  return Response.json(sent)
}
