import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { requireTutor, requireUser } from '~/auth/identity.server'
import type { FileRecord } from '~/domain/files/files.server'
import { addPhoto, listPhotos } from '~/domain/notices/photos.server'
import { newPhoto } from '~/domain/notices/schema'
import { answerRefusedFile, methods, readUpload } from '~/http/api.server'

/** Spec section 3, QQI image. */
const toImage = ({ id, title, url, uploadedAt, description }: FileRecord) => ({
  id,
  title,
  url,
  uploadedAt,
  description,
})

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args)
  return Response.json((await listPhotos(args.context.db, user)).map(toImage))
}

/** One photo of the gallery's upload, which the server gives its number. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const { user } = await requireTutor(args)
  methods('GET', 'POST')(args)
  const { file } = await readUpload(request, newPhoto)
  const photo = await answerRefusedFile(request, addPhoto(context.db, context.uploads, user, file))
  return Response.json(toImage(photo), { status: 201 })
}
