import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { addMember, listMembers } from '~/domain/board/board.server'
import { newMember } from '~/domain/board/schema'
import { cursorPageIn } from '~/domain/cursor-page.server'
import { answerCursorPage } from '~/http/answers/cursor-page.server'
import { readInput } from '~/http/contract/api.server'

export async function loader(args: LoaderFunctionArgs) {
  return answerCursorPage(args.request, async (asked) => cursorPageIn(await listMembers(args.context.db), asked))
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, context } = args
  const member = await addMember(context.db, context.uploads, user, await readInput(request, newMember))
  return Response.json(member, { status: 201 })
}
