import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { createCardCookieHeader } from '~/auth/card.server'
import { orNotFound } from '~/domain/refused'
import { allowMethods } from '~/http/errors/refusal'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone', cache: 'private', referrer: 'no-referrer' })

/** The address on a sign-in card. It redirects at once, so that the secret appears in no history, Referer header or screen. */
export async function loader(args: LoaderFunctionArgs) {
  orNotFound(args.context.settings.signInCards || null)
  const headers = { 'Set-Cookie': await createCardCookieHeader(args, (args.params.token ?? '').slice(0, 100)) }
  return redirect(`${paths.card.index}?check-cookies`, { status: 303, headers })
}

/** Remix would refuse other methods too, but would log the secret address. */
export const action = allowMethods('GET')
