import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { tutorOf, userOf } from '~/auth/identity.server'
import { mapCursorPage } from '~/domain/cursor-page.server'
import { addPhoto, listPhotos, toQqiImage } from '~/domain/notices/photos.server'
import { newPhoto } from '~/domain/notices/schema'
import { answerCursorPage } from '~/http/answers/cursor-page.server'
import { readUpload } from '~/http/contract/api.server'

export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  return answerCursorPage(args.request, async (asked) =>
    mapCursorPage(await listPhotos(args.context.db, user, asked), toQqiImage),
  )
}

/** Adds one photo of the gallery's upload; the server numbers it. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const user = tutorOf(args)
  const upload = await readUpload(request, newPhoto)
  const photo = await addPhoto(context.db, context.uploads, user, upload)
  return Response.json(toQqiImage(photo), { status: 201 })
}
