import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf, userIfAny } from '~/auth/identity.server'
import { addEvent, listEvents } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { answerCursorPage } from '~/http/answers/cursor-page.server'
import { readInput } from '~/http/contract/api.server'

/** Public, as far as the events are. */
export async function loader(args: LoaderFunctionArgs) {
  const whose = (await userIfAny(args)) ? {} : ({ onWebsite: true } as const)
  return answerCursorPage(args.request, (asked) => listEvents(args.context.db, asked, whose))
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const event = await addEvent(args.context.db, user, await readInput(args.request, newEvent))
  return Response.json(event, { status: 201 })
}
