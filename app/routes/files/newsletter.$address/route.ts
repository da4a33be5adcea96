import type { LoaderFunctionArgs } from '@remix-run/node'
import { isTutorAsking } from '~/auth/identity.server'
import { openAttachment } from '~/domain/newsletters/attachments.server'
import { fileAnswer, pageAsked, widthAsked } from '~/http/answers/file-answer.server'
import { methods, refusal } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** A newsletter's attachment, or the picture of a page of it (`?page`), for everyone who has its address; a draft's for tutors. For an hour: a sending can be stopped. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const asked = { isTutor: await isTutorAsking(args), width: widthAsked(request), page: pageAsked(request) }
  const attachment = await openAttachment(context.db, context.uploads, params.address ?? '', asked)
  // Otherwise a mail program could cache the 404 of a draft's picture for an hour.
  if (!attachment) throw refusal(request, 404, { message: 'Not found.' }, { 'Cache-Control': 'no-store' })
  const { file, isSent, handle } = attachment
  return fileAnswer(
    request,
    { ...file, handle },
    {
      // Compressed on its way, a text would no longer fit the ranges requested.
      'Cache-Control': isSent ? 'private, max-age=3600, no-transform' : 'private, no-store, no-transform',
      'X-Robots-Tag': 'noindex',
      // Webmail embeds it in its own pages.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  )
}

/** Remix would refuse other methods too, but log the secret address. */
export const action = methods('GET')
