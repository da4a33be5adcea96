import type { LoaderFunctionArgs } from '@remix-run/node'
import { findTutor } from '~/auth/identity.server'
import { openPicture } from '~/domain/website/pictures.server'
import { createFileResponse } from '~/http/answers/file-answer.server'
import { allowMethods, createRefusalResponse } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/**
 * A public picture of the website; a hidden one only for tutors. Browsers ask again after an hour, since a person in it may withdraw
 * their permission. It is noindex, since it may show people.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const picture = await openPicture(context.db, context.uploads, params.name ?? '', () => findTutor(args))
  if (!picture) throw createRefusalResponse(request, 404, { message: 'Not found.' }, { 'Cache-Control': 'no-store' })
  const stored = picture.isShown ? 'public, max-age=3600' : 'private, no-store'
  const headers = { 'Cache-Control': stored, 'X-Robots-Tag': 'noindex' }
  return createFileResponse(request, picture, headers)
}

export const action = allowMethods('GET')
