import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node'
import { whoIsAsking } from '~/auth/identity.server'
import { mustSetUpSecondStep } from '~/auth/second-step.server'
import { contentDisposition } from '~/domain/files/file-name'
import { isImage, SMALL_WIDTHS } from '~/domain/files/kinds'
import { openAttachment } from '~/domain/newsletters/attachments.server'
import { methods } from '~/http/api.server'
import { refusal } from '~/http/refusal'

/**
 * A newsletter's attachment, for whoever has its address; that of a draft, for tutors. With `?inline` an image to show, also
 * in a smaller `?width`. An address keeps its bytes for good, so a reader may keep them; an hour, since a sending can be stopped.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const asked = new URL(request.url).searchParams
  const width = SMALL_WIDTHS.find((candidate) => String(candidate) === asked.get('width'))
  const session = await whoIsAsking(args)
  const isTutor = session?.user.role === 'tutor' && !(await mustSetUpSecondStep(context, session.user))
  const found = await openAttachment(context.db, context.uploads, params.address ?? '', { isTutor, width })
  if (!found) throw refusal(request, 404, { message: 'Not found.' }, { 'Cache-Control': 'no-store' })
  const { file, isSent, handle } = found
  const shown = isImage(file.fileType) && asked.has('inline')
  const headers = {
    'Content-Type': file.fileType === 'text/plain' ? 'text/plain; charset=utf-8' : file.fileType,
    'Content-Length': String((await handle.stat()).size),
    'Content-Disposition': contentDisposition(shown ? 'inline' : 'attachment', file.fileName),
    'Cache-Control': isSent ? 'private, max-age=3600' : 'private, no-store',
    'X-Robots-Tag': 'noindex',
    // Beside the site's own policy (http/gate.ts): whatever a file holds, it runs nothing.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
  if (request.method !== 'HEAD')
    return new Response(createReadableStreamFromReadable(handle.createReadStream()), { headers })
  await handle.close()
  return new Response(null, { headers })
}

/** Refused here: Remix would refuse too, but write the secret address into the log. */
export const action = methods('GET')
