import type { LoaderFunctionArgs } from '@remix-run/node'
import { isTutorAsking } from '~/auth/identity.server'
import { openPicture } from '~/domain/website/pictures.server'
import { fileAnswer } from '~/http/answers/file-answer.server'
import { methods, refusal } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/**
 * A picture of the website, for everyone; a hidden one for tutors alone. Browsers ask again after an hour, since somebody in it may take
 * their yes back. Search engines leave out the people in it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const picture = await openPicture(context.db, context.uploads, params.name ?? '', () => isTutorAsking(args))
  if (!picture) throw refusal(request, 404, { message: 'Not found.' }, { 'Cache-Control': 'no-store' })
  const kept = picture.isShown ? 'public, max-age=3600' : 'private, no-store'
  const headers = { 'Cache-Control': kept, 'X-Robots-Tag': 'noindex' }
  return fileAnswer(request, picture, headers)
}

export const action = methods('GET')
