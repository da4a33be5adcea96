import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import { requireAccess } from '~/http/access/require-access.server'
import { type RouteHandler, withErrorResponse } from '~/http/errors/error-response.server'
import { withFormRecovery } from '~/http/forms/form-recovery.server'
import { log } from '~/log.server'
import { getRequiredAccess, type HandlerName } from '~/screen'
import { type DeclaredRoute, listDeclaredRoutes } from './routes'

/** Records in the context which route answers: the innermost of nested ones. */
function recordRoute(context: AppLoadContext, route: DeclaredRoute): void {
  if (!context.route || route.pattern.length >= context.route.pattern.length) context.route = route
}

/** The loader or action of a route, run only for those who may ask; the context then has their session. */
function protectHandler(id: string, route: DeclaredRoute, handler: HandlerName, run: RouteHandler): RouteHandler {
  const who = getRequiredAccess(route.screen, handler)
  if (!who) log.error(`The ${handler} of ${id} is refused to everyone: its handle does not say who may ask it`)
  return async (args) => {
    recordRoute(args.context, route)
    args.context.session = (await requireAccess(args, who)) ?? args.context.session
    const answer = await run(args)
    // Remix drops the answer to a client that is gone, and with it what holds a file open.
    if (answer instanceof Response && args.request.signal.aborted) await answer.body?.cancel()
    return answer
  }
}

/**
 * The build whose loaders and actions run only for those whom their route's `handle` names, and for nobody where it names none. What they
 * refuse or fail at is answered; a form that fails comes back.
 */
export function protectRoutes(build: ServerBuild): ServerBuild {
  const declared = listDeclaredRoutes(build)
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = (route?.module ?? {}) as { loader?: RouteHandler; action?: RouteHandler }
    const declaredRoute = declared.get(id)!
    const module = {
      ...route?.module,
      loader: loader && withErrorResponse(protectHandler(id, declaredRoute, 'loader', loader)),
      action: action && withFormRecovery(protectHandler(id, declaredRoute, 'action', action)),
    }
    return [id, { ...route, module }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}
