import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node'
import { openPhoto } from '~/domain/board/photos.server'
import { pathId } from '~/domain/path-id'
import { found } from '~/domain/refused'
import { methods } from '~/http/api.server'

/** A board member's photo, for everyone. Another photo has another address, so browsers may keep it; a day, so that a removed one goes. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const photo = found(await openPhoto(context.db, context.uploads, pathId(params.id)))
  const headers = {
    'Content-Type': photo.fileType,
    'Content-Length': String((await photo.handle.stat()).size),
    'Cache-Control': 'public, max-age=86400, immutable',
    // Beside the site's own policy (http/gate.ts): whatever a file holds, it runs nothing.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  }
  if (request.method !== 'HEAD')
    return new Response(createReadableStreamFromReadable(photo.handle.createReadStream()), { headers })
  await photo.handle.close()
  return new Response(null, { headers })
}

export const action = methods('GET')
