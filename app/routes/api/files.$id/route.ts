import type { ActionFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { changeFile, findFile, removeFile } from '~/domain/files/files.server'
import { fileDetails } from '~/domain/files/schema'
import { pathId } from '~/domain/path-id'
import { changeTo } from '~/domain/rules'
import { readInput } from '~/http/api.server'
import { notFound } from '~/http/refusal'

export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args
  const { user } = await requireTutor(args)
  const { db, uploads } = context
  const file = await findFile(db, user, pathId(params.id))
  if (!file) throw notFound(request)
  if (request.method === 'DELETE') {
    await removeFile(db, uploads, user, file.id)
    return new Response(null, { status: 204 })
  }
  const changed = await changeFile(db, user, file.id, await readInput(request, changeTo(file, fileDetails)))
  if (!changed) throw notFound(request)
  return Response.json(changed)
}
