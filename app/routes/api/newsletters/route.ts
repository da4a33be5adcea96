import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { addNewsletter, listNewsletters } from '~/domain/newsletters/newsletters.server'
import { newNewsletter } from '~/domain/newsletters/schema'
import { answerCursorPage } from '~/http/answers/cursor-page.server'
import { readInput } from '~/http/contract/api.server'

export async function loader(args: LoaderFunctionArgs) {
  return answerCursorPage(args.request, (asked) => listNewsletters(args.context.db, asked))
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const newsletter = await addNewsletter(args.context.db, user, await readInput(args.request, newNewsletter))
  return Response.json(newsletter, { status: 201 })
}
