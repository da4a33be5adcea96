import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import { requireAccess } from '~/http/access/require-access.server'
import { type RouteHandler, withErrorResponse } from '~/http/errors/error-response.server'
import { refusal } from '~/http/errors/refusal'
import { withFormRecovery } from '~/http/forms/form-recovery.server'
import { log } from '~/log.server'
import { type HandlerName, whoMay } from '~/screen'
import { type DeclaredRoute, declaredRoutes } from './routes'

/** Tells the context which route answers: of nested ones the innermost. */
function noteRoute(context: AppLoadContext, route: DeclaredRoute): void {
  if (!context.route || route.pattern.length >= context.route.pattern.length) context.route = route
}

/** The loader or action of a route, run only for those who may ask; the context then has their session. */
function protect(id: string, route: DeclaredRoute, handler: HandlerName, run: RouteHandler): RouteHandler {
  const who = whoMay(route.screen, handler)
  if (!who) log.error(`The ${handler} of ${id} is refused to everyone: its handle does not say who may ask it`)
  return async (args) => {
    noteRoute(args.context, route)
    args.context.session = (await requireAccess(args, who)) ?? args.context.session
    const answer = await run(args)
    // Remix drops the answer to a client that is gone, and with it what holds a file open.
    if (answer instanceof Response && args.request.signal.aborted) await answer.body?.cancel()
    return answer
  }
}

/** A resource route has no data beside its answer, which Remix would read whole, or break off. Its action is asked by forms of screens. */
function withoutData(run: RouteHandler): RouteHandler {
  return (args) => {
    if (args.context.isDataRequest) throw refusal(args.request, 404, { message: 'This page isn’t here.' })
    return run(args)
  }
}

/**
 * The build whose loaders and actions run only for those whom their route's `handle` names, and for nobody where it names none. What they
 * refuse or fail at is answered; a form that fails comes back.
 */
export function protectRoutes(build: ServerBuild): ServerBuild {
  const declared = declaredRoutes(build)
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const {
      loader,
      action,
      default: page,
    } = (route?.module ?? {}) as unknown as Record<string, RouteHandler | undefined>
    const place = declared.get(id)!
    const protectedLoader =
      loader && protect(id, place, 'loader', page || id.includes('/api/') ? loader : withoutData(loader))
    const module = {
      ...route?.module,
      loader: protectedLoader && withErrorResponse(protectedLoader),
      action: action && withFormRecovery(protect(id, place, 'action', action)),
    }
    return [id, { ...route, module }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}
