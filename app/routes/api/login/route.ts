import type { ActionFunctionArgs } from '@remix-run/node'
import { LogInRefused, logIn } from '~/auth/log-in.server'
import { credentials } from '~/domain/accounts/schema'
import { readInput } from '~/http/api.server'
import { refusal } from '~/http/refusal'

export async function action(args: ActionFunctionArgs) {
  const { request } = args
  const wanted = await readInput(request, credentials)
  try {
    const { secrets, headers } = await logIn(args, wanted)
    return Response.json({ token: secrets.token }, { headers })
  } catch (error) {
    if (!(error instanceof LogInRefused)) throw error
    return refusal(request, error.status, error, error.headers)
  }
}
