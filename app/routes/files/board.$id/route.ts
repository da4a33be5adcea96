import type { LoaderFunctionArgs } from '@remix-run/node'
import { openPublicPhoto } from '~/domain/board/board.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { createFileResponse } from '~/http/answers/file-answer.server'
import { allowMethods } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** A board member's public photo. Cached for a day only, so that a removed photo disappears. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const photo = orNotFound(await openPublicPhoto(context.db, context.uploads, parsePathId(params.id)))
  return createFileResponse(request, photo, { 'Cache-Control': 'public, max-age=86400, immutable' })
}

export const action = allowMethods('GET')
