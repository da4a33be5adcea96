import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { addMember, listMembers } from '~/domain/board/board.server'
import { newMember } from '~/domain/board/schema'
import { readInput } from '~/http/api.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  return Response.json(await listMembers(args.context.db))
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, context } = args
  const member = await addMember(context.db, context.uploads, user, await readInput(request, newMember))
  return Response.json(member, { status: 201 })
}
