import type { ActionFunctionArgs, ServerBuild } from '@remix-run/node'
import { Conflict } from '~/domain/conflict.server'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'
import { isApi, refusal, retryAfterHeader } from './refusal'

type Door = (args: ActionFunctionArgs) => unknown

/** What the domain would not do, as a call's JSON or as a page of the section it belongs to. */
export function answerTo(request: Request, error: Refused): Response {
  const { status, message, errors, retryAfter } = error
  const now = error instanceof Conflict ? error.now : undefined
  return refusal(
    request,
    status,
    { message, errors: Object.keys(errors).length > 0 ? errors : undefined, now },
    retryAfterHeader(retryAfter),
  )
}

/** The same door, which answers what the domain refused; a call's fault of ours it answers in JSON. Other faults are the error page's. */
function guarded(door: Door | undefined): Door | undefined {
  return (
    door &&
    (async (args) => {
      try {
        return await door(args)
      } catch (error) {
        if (error instanceof Refused) throw answerTo(args.request, error)
        if (error instanceof Response || !isApi(args.request)) throw error
        log.error({ err: error }, 'a call failed')
        return Response.json(
          { message: 'Something went wrong. Please try again in a few minutes.' },
          { status: 500, headers: { 'Cache-Control': 'no-store' } },
        )
      }
    })
  )
}

/** The build, whose loaders and actions need catch nothing: whatever the domain refuses is answered here. */
export function answering(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const
    const { loader, action } = route.module as { loader?: Door; action?: Door }
    return [id, { ...route, module: { ...route.module, loader: guarded(loader), action: guarded(action) } }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}
