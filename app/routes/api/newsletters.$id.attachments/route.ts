import type { ActionFunctionArgs } from '@remix-run/node'
import { requireTutor } from '~/auth/identity.server'
import { addAttachment } from '~/domain/newsletters/attachments.server'
import { newAttachment } from '~/domain/newsletters/schema'
import { pathId } from '~/domain/path-id'
import { answerRefusedFile, readUpload } from '~/http/api.server'
import { notFound } from '~/http/refusal'
import { answerRefusedNewsletter } from '../newsletters/refused.server'

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const upload = await readUpload(request, newAttachment)
  const adding = addAttachment(context.db, context.uploads, user, pathId(params.id), upload)
  const added = await answerRefusedNewsletter(request, answerRefusedFile(request, adding))
  if (!added) throw notFound(request)
  return Response.json(added, { status: 201 })
}
