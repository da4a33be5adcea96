import type { ActionFunctionArgs, ServerBuild } from '@remix-run/node'
import { requireAccess, whoIsAsking } from '~/auth/identity.server'
import { Conflict } from '~/domain/change.server'
import { LostBytes } from '~/domain/files/store.server'
import type { Refused } from '~/domain/refused'
import { refusalIn } from '~/domain/storage.server'
import { log } from '~/log.server'
import { type HandlerName, type Screen, whoMay } from '~/screen'
import type { FailedAnswer } from '~/ui/browser/answered'
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

function authorised(id: string, screen: Screen | undefined, handler: HandlerName, run: Handler): Handler {
  const who = whoMay(screen, handler)
  if (!who) log.error(`The ${handler} of ${id} is refused to everyone: its handle does not say who may ask it`)
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
  return guarded(async (given) => {
    const whoSends = async () => (await whoIsAsking(given))?.user.id
    const answer = await idempotently(given, whoSends, async (args) => {
      try {
        return await run(args)
      } catch (error) {
        return comeBack(args.request, error)
      }
    })
    given.context.isRefused = isRefusal(answer)
    return answer
  })
}

/** What actions answer when a form was not saved; the log-in has its own words for it. */
interface FormRefusal extends FailedAnswer {
  result?: { status?: string }
  conflict?: object
  reply?: { status?: string }
  problem?: unknown
}

/** True for the answer to a form that comes back with a reason: the page's title says so too. */
function isRefusal(answer: unknown): boolean {
  const { result, reply, failed, conflict, problem } = (answer as { data?: FormRefusal } | null)?.data ?? {}
  return [result, reply].some((sent) => sent?.status === 'error') || Boolean(failed ?? conflict ?? problem)
}

/** The build whose loaders and actions run for those who may ask (their `handle`), and need not catch anything: refusals of the domain are answered here. */
export function answering(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const
    const { loader, action, handle } = route.module as { loader?: Handler; action?: Handler; handle?: Screen }
    const module = {
      ...route.module,
      loader: loader && guarded(authorised(id, handle, 'loader', loader)),
      action: action && changing(authorised(id, handle, 'action', action)),
    }
    return [id, { ...route, module }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}
