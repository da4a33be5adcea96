import type { ActionFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { changeMember, findMember, removeMember } from '~/domain/board/board.server'
import { memberChange } from '~/domain/board/schema'
import { Conflict } from '~/domain/conflict.server'
import { pathId } from '~/domain/path-id'
import { changeTo } from '~/domain/rules'
import { readInput } from '~/http/api.server'
import { notFound, refusal } from '~/http/refusal'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { db, uploads } = context
  const { user } = await requireTutor(args)
  const member = await findMember(db, pathId(params.id))
  if (!member) throw notFound(request)
  if (request.method === 'DELETE') {
    await removeMember(db, uploads, user, member.id)
    return new Response(null, { status: 204 })
  }
  const change = await readInput(request, changeTo(member, memberChange))
  const changed = await changeMember(db, uploads, user, member.id, change).catch((error: unknown) => {
    throw error instanceof Conflict ? refusal(request, 409, error) : error
  })
  if (!changed) throw notFound(request)
  return Response.json(changed)
}
