import type { LoaderFunctionArgs } from '@remix-run/node'
import { whoIsAsking } from '~/auth/identity.server'
import { mustSetUpSecondStep } from '~/auth/second-step.server'
import { openAttachment } from '~/domain/newsletters/attachments.server'
import { methods } from '~/http/api.server'
import { fileAnswer, widthAsked } from '~/http/file-answer.server'
import { refusal } from '~/http/refusal'

/**
 * A newsletter's attachment, for whoever has its address; that of a draft, for tutors. With `?inline` an image to show, also
 * in a smaller `?width`. An address keeps its bytes for good, so a reader may keep them; an hour, since a sending can be stopped.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const session = await whoIsAsking(args)
  const isTutor = session?.user.role === 'tutor' && !(await mustSetUpSecondStep(context, session.user))
  const asked = { isTutor, width: widthAsked(request) }
  const attachment = await openAttachment(context.db, context.uploads, params.address ?? '', asked)
  // Without the header a mail program would remember, for an hour, that a draft's picture is not there.
  if (!attachment) throw refusal(request, 404, { message: 'Not found.' }, { 'Cache-Control': 'no-store' })
  const { file, isSent, handle } = attachment
  return fileAnswer(
    request,
    { ...file, handle },
    {
      // A text compressed on its way would no longer fit the ranges that are asked of it.
      'Cache-Control': isSent ? 'private, max-age=3600, no-transform' : 'private, no-store, no-transform',
      'X-Robots-Tag': 'noindex',
    },
  )
}

/** Refused here: Remix would refuse too, but write the secret address into the log. */
export const action = methods('GET')
