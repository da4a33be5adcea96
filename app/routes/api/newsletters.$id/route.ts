import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { Conflict } from '~/domain/conflict.server'
import { changeNewsletter, findNewsletter, removeNewsletter } from '~/domain/newsletters/newsletters.server'
import { newsletterEdit } from '~/domain/newsletters/schema'
import { pathId } from '~/domain/path-id'
import { changeTo } from '~/domain/rules'
import { readInput } from '~/http/api.server'
import { LONG_TEXT_LIMIT } from '~/http/body'
import { notFound, refusal } from '~/http/refusal'
import { answerRefusedNewsletter } from '../newsletters/refused.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const newsletter = await findNewsletter(args.context.db, pathId(args.params.id))
  if (!newsletter) throw notFound(args.request)
  return Response.json(newsletter)
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const newsletter = await findNewsletter(context.db, pathId(params.id))
  if (!newsletter) throw notFound(request)
  if (request.method === 'DELETE') {
    await answerRefusedNewsletter(request, removeNewsletter(context.db, context.uploads, user, newsletter.id))
    return new Response(null, { status: 204 })
  }
  const change = await readInput(request, changeTo(newsletter, newsletterEdit), LONG_TEXT_LIMIT)
  const changing = changeNewsletter(context.db, user, newsletter.id, change).catch((error: unknown) => {
    throw error instanceof Conflict ? refusal(request, 409, error) : error
  })
  const changed = await answerRefusedNewsletter(request, changing)
  if (!changed) throw notFound(request)
  return Response.json(changed)
}
