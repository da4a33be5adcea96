import type { ActionFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { addAttachment } from '~/domain/newsletters/attachments.server'
import { newAttachment } from '~/domain/newsletters/schema'
import { pathId } from '~/domain/path-id'
import { readUpload } from '~/http/contract/api.server'

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const upload = await readUpload(request, newAttachment)
  const added = await addAttachment(context.db, context.uploads, user, pathId(params.id), upload)
  return Response.json(added, { status: 201 })
}
