import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import { requireAccess } from '~/http/access/require-access.server'
import { type RouteHandler, withErrorResponse } from '~/http/errors/error-response.server'
import { withFormRecovery } from '~/http/forms/form-recovery.server'
import { log } from '~/log.server'
import { getRequiredAccess, type HandlerName } from '~/screen'
import { type DeclaredRoute, listDeclaredRoutes } from './routes'

/** Records the answering route in the context: the innermost of nested ones. */
function recordRoute({ state }: AppLoadContext, route: DeclaredRoute): void {
  if (!state.route || route.pattern.length >= state.route.pattern.length) state.route = route
}

/** Wraps a route's loader or action: it runs only for permitted users, with their session in the context. */
function protectHandler(id: string, route: DeclaredRoute, handler: HandlerName, run: RouteHandler): RouteHandler {
  const who = getRequiredAccess(route.screen, handler)
  if (!who) log.error(`The ${handler} of ${id} is refused to everyone: its handle does not say who may ask it`)
  return async (args) => {
    recordRoute(args.context, route)
    const { state } = args.context
    state.session = (await requireAccess(args, who)) ?? state.session
    let answer: unknown
    try {
      answer = await run(args)
    } finally {
      // The page's loaders, which run after an action, must not use a session that it ended.
      if (handler === 'action') state.sessions?.clear()
    }
    // Remix drops the response to a client that is gone, so close its file here.
    if (answer instanceof Response && args.request.signal.aborted) await answer.body?.cancel()
    return answer
  }
}

/**
 * Protects a build: its loaders and actions run only for the users that their route's `handle` declares, and never without a declaration.
 * Refusals and errors become responses, and a failed form is shown again.
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
