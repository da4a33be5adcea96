import type { LoaderFunctionArgs } from '@remix-run/node'
import { openPhoto } from '~/domain/board/board.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { fileAnswer } from '~/http/answers/file-answer.server'
import { methods } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** A board member's photo, for everyone; cached for a day, so that a removed one disappears. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const photo = orNotFound(await openPhoto(context.db, context.uploads, pathId(params.id)))
  return fileAnswer(request, photo, { 'Cache-Control': 'public, max-age=86400, immutable' })
}

export const action = methods('GET')
