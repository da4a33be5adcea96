import type { ActionFunctionArgs } from '@remix-run/node'
import { LogInRefused, logIn } from '~/auth/log-in.server'
import { credentialsWithCode } from '~/domain/accounts/schema'
import { readInput } from '~/http/api.server'
import { refusal, retryAfterHeader } from '~/http/refusal'

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const wanted = await readInput(request, credentialsWithCode)
  try {
    const { token, headers } = await logIn(args, wanted)
    return Response.json({ token }, { headers })
  } catch (error) {
    if (!(error instanceof LogInRefused)) throw error
    return refusal(request, error.status, { message: error.message }, retryAfterHeader(error.retryAfter))
  }
}
