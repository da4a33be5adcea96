import type { ActionFunctionArgs } from '@remix-run/node'
import { tutorOf } from '~/auth/identity.server'
import { addFile } from '~/domain/files/files.server'
import { newFile } from '~/domain/files/schema'
import { readUpload } from '~/http/contract/api.server'

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const user = tutorOf(args)
  const upload = await readUpload(request, newFile)
  const file = await addFile(context.db, context.uploads, user, upload)
  return Response.json(file, { status: 201 })
}
