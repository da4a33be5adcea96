import type { ActionFunctionArgs, ServerBuild } from '@remix-run/node'
import { type HandlerName, whoMay } from '~/access'
import { requireAccess, whoIsAsking } from '~/auth/identity.server'
import { Conflict } from '~/domain/change.server'
import { LostBytes } from '~/domain/files/store.server'
import type { Refused } from '~/domain/refused'
import { refusalIn } from '~/domain/storage.server'
import { log } from '~/log.server'
import { isApi, refusal, retryAfterHeader } from './errors/refusal'
import { comeBack } from './forms/form.server'
import { idempotently } from './forms/idempotency.server'
import { REQUEST_ID } from './gate/observing.server'

type Handler = (args: ActionFunctionArgs) => unknown

/** The response for a refusal of the domain: JSON for the API, else a page within its section. */
export function answerTo(request: Request, error: Refused): Response {
  const { status, message, errors, retryAfter } = error
  const now = error instanceof Conflict ? error.now : undefined
  return refusal(
    request,
    status,
    { message, errors: Object.keys(errors).length > 0 ? errors : undefined, now },
    // Some bytes may be kept for long; what is lost may be back soon.
    error instanceof LostBytes ? { 'Cache-Control': 'no-store' } : retryAfterHeader(retryAfter),
  )
}

function authorised(folder: string, handler: HandlerName, run: Handler): Handler {
  const who = whoMay(folder, handler)
  if (!who) log.error(`The ${handler} of ${folder} is refused to everyone: app/access.ts does not name it`)
  return async (args) => {
    await requireAccess(args, who)
    return run(args)
  }
}

/** The same loader or action, with refusals answered. Other errors of an API call become JSON, those of a page its error boundary's. */
function guarded(run: Handler): Handler {
  return async (args) => {
    try {
      const answer = await run(args)
      return answer instanceof Response ? args.context.paced(answer) : answer
    } catch (error) {
      const refused = refusalIn(error)
      if (refused) throw answerTo(args.request, refused)
      if (error instanceof Response || !isApi(args.request)) throw error
      log.error({ id: args.request.headers.get(REQUEST_ID), err: error }, 'a call failed')
      return Response.json(
        { message: 'Something went wrong. Please try again in a few minutes.' },
        { status: 500, headers: { 'Cache-Control': 'no-store' } },
      )
    }
  }
}

/** The same action, which saves a form once however often it is sent, and brings a page's form back when that fails. */
export function changing(run: Handler): Handler {
  return guarded((given) => {
    const whoSends = async () => (await whoIsAsking(given))?.user.id
    return idempotently(given, whoSends, async (args) => {
      try {
        return await run(args)
      } catch (error) {
        return comeBack(args.request, error)
      }
    })
  })
}

/** The build whose loaders and actions run for those who may ask (access.ts), and need not catch anything: refusals of the domain are answered here. */
export function answering(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const
    const folder = id.replace(/^routes\//, '')
    const { loader, action } = route.module as { loader?: Handler; action?: Handler }
    const module = {
      ...route.module,
      loader: loader && guarded(authorised(folder, 'loader', loader)),
      action: action && changing(authorised(folder, 'action', action)),
    }
    return [id, { ...route, module }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}
