import type { ActionFunctionArgs } from '@remix-run/node'
import { sessionHeader } from '~/auth/identity.server'
import { LogInRefused, logIn } from '~/auth/log-in.server'
import { credentials } from '~/domain/accounts/schema'
import { readInput } from '~/http/api.server'
import { refusal } from '~/http/refusal'

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const wanted = await readInput(request, credentials)
  try {
    const { secrets } = await logIn(context, wanted)
    const headers = { 'Set-Cookie': await sessionHeader(context, secrets.cookie, wanted.rememberMe) }
    return Response.json({ token: secrets.token }, { headers })
  } catch (error) {
    if (!(error instanceof LogInRefused)) throw error
    const headers = error.retryAfter ? { 'Retry-After': String(error.retryAfter) } : undefined
    return refusal(request, error.status, { message: error.message }, headers)
  }
}
