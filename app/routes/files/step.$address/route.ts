import type { LoaderFunctionArgs } from '@remix-run/node'
import { findUser } from '~/auth/identity.server'
import { openStepPhoto } from '~/domain/guides/steps.server'
import { orNotFound } from '~/domain/refused'
import { createFileResponse, readRequestedWidth } from '~/http/answers/file-answer.server'
import { allowMethods } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** A step's photo: for students with the guide, and for anyone if the guide is public. It is never cached, so that a 'no' hides it at once. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const reader = { user: await findUser(args), width: readRequestedWidth(request) }
  const photo = orNotFound(await openStepPhoto(context.db, context.uploads, params.address ?? '', reader))
  return createFileResponse(request, photo, { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' })
}

/** Remix would refuse other methods too, but would log the secret address. */
export const action = allowMethods('GET')
