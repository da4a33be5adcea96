import type { LoaderFunctionArgs } from '@remix-run/node'
import { findTutor } from '~/auth/identity.server'
import { openAttachment } from '~/domain/newsletters/attachments.server'
import { createFileResponse, readRequestedPage, readRequestedWidth } from '~/http/answers/file-answer.server'
import { allowMethods, createRefusalResponse } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/**
 * A newsletter's attachment, or a picture of its page (`?page`), for anyone with the address; a draft's only for tutors. It is cached
 * for an hour only, since sending can be stopped.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const requested = {
    tutor: await findTutor(args),
    width: readRequestedWidth(request),
    page: readRequestedPage(request),
  }
  const attachment = await openAttachment(context.db, context.uploads, params.address ?? '', requested)
  // Otherwise mail programs could cache the 404 of a draft's picture for an hour.
  if (!attachment) throw createRefusalResponse(request, 404, { message: 'Not found.' }, { 'Cache-Control': 'no-store' })
  const { file, isSent, handle } = attachment
  return createFileResponse(
    request,
    { ...file, handle },
    {
      // A proxy's compression would break range requests.
      'Cache-Control': isSent ? 'private, max-age=3600, no-transform' : 'private, no-store, no-transform',
      'X-Robots-Tag': 'noindex',
      // Webmail embeds attachments in its own pages.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  )
}

/** Remix would refuse other methods too, but would log the secret address. */
export const action = allowMethods('GET')
