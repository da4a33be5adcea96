import type { LoaderFunctionArgs } from '@remix-run/node'
import { openPicture } from '~/domain/website/pictures.server'
import { fileAnswer } from '~/http/answers/file-answer.server'
import { methods, refusal } from '~/http/errors/refusal'

/** A picture of the website, for everyone and for good. Search engines leave out the people in it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const picture = await openPicture(context.db, context.uploads, params.name ?? '')
  if (!picture) throw refusal(request, 404, { message: 'Not found.' }, { 'Cache-Control': 'no-store' })
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Robots-Tag': 'noindex' }
  return fileAnswer(request, picture, headers)
}

export const action = methods('GET')
