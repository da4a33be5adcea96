import type { LoaderFunctionArgs } from '@remix-run/node'
import { getUser } from '~/auth/identity.server'
import { parsePathId } from '~/domain/path-id'
import { openSpokenAnswer } from '~/domain/questions/spoken-answers.server'
import { orNotFound } from '~/domain/refused'
import { createFileResponse } from '~/http/answers/file-answer.server'
import { allowMethods } from '~/http/errors/refusal'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: { loader: 'user', action: 'anyone' } })

/** A student's recorded answer, for tutors and that student. It is never cached, so that a deleted one is gone at once. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args
  const opened = openSpokenAnswer(context.db, context.uploads, getUser(args), parsePathId(params.id))
  return createFileResponse(request, orNotFound(await opened), { 'Cache-Control': 'private, no-store' })
}

export const action = allowMethods('GET')
