import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { addEvent, listEvents } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { readInput } from '~/http/api.server'
import { answerPart } from '~/http/part-answer.server'

/** Public. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return answerPart(request, (asked) => listEvents(context.db, asked))
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const event = await addEvent(args.context.db, user, await readInput(args.request, newEvent))
  return Response.json(event, { status: 201 })
}
