import type { LoaderFunctionArgs } from '@remix-run/node'
import { getUser } from '~/auth/identity.server'
import { openAnswerPhoto } from '~/domain/questions/answer-photos.server'
import { orNotFound } from '~/domain/refused'
import { createFileResponse, readRequestedWidth } from '~/http/answers/file-answer.server'
import { allowMethods } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: { loader: 'user', action: 'anyone' } })

/** An answer's photo, for those who can answer the question. It is never cached, so that a 'no' hides it at once. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const reader = { user: getUser(args), width: readRequestedWidth(request) }
  const photo = orNotFound(await openAnswerPhoto(context.db, context.uploads, params.address ?? '', reader))
  return createFileResponse(request, photo, { 'Cache-Control': 'private, no-store' })
}

/** Remix would refuse other methods too, but would log the secret address. */
export const action = allowMethods('GET')
