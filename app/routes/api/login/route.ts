import type { ActionFunctionArgs } from '@remix-run/node'
import { logIn } from '~/auth/log-in.server'
import { credentialsWithCode } from '~/domain/accounts/schema'
import { readInput } from '~/http/contract/api.server'

export async function action(args: ActionFunctionArgs) {
  const { token, headers } = await logIn(args, await readInput(args.request, credentialsWithCode))
  return Response.json({ token }, { headers })
}
