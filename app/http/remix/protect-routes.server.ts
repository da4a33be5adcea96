import type { ActionFunctionArgs, AppLoadContext, ServerBuild } from '@remix-run/node'
import { findRequestSession } from '~/auth/identity.server'
import { Refused } from '~/domain/refused'
import { requireAccess } from '~/http/access/require-access.server'
import { type RouteHandler, withErrorResponse } from '~/http/errors/error-response.server'
import { isApiRequest, NO_SUCH_PAGE, WRONG_METHOD } from '~/http/errors/refusal'
import { createLostFormResponse, readPartialForm, refuseForm } from '~/http/forms/body'
import { restoreForm } from '~/http/forms/form.server'
import { answerOnce } from '~/http/forms/idempotency.server'
import { log } from '~/log.server'
import { getRequiredAccess, type HandlerName } from '~/screen'
import type { FailedActionData } from '~/ui/browser/request-failure'
import { type DeclaredRoute, listDeclaredRoutes, NO_ROUTE } from './routes'

/** Records the answering route in the context: the innermost of nested ones. */
function recordRoute({ state }: AppLoadContext, route: DeclaredRoute): void {
  if (!state.route || route.pattern.length >= state.route.pattern.length) state.route = route
}

const MOVED_ON = 'This has changed since you opened the page, so what you typed was not saved.'

/** The response of a loader that redirects after a form that was not saved, with what was typed; null for others. */
const keepTypedText = ({ context }: ActionFunctionArgs, thrown: unknown): Response | null =>
  context.state.isRefused && thrown instanceof Response && thrown.headers.has('Location')
    ? createLostFormResponse(context.state.sentForm, MOVED_ON)
    : null

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
    } catch (error) {
      throw (handler === 'loader' && who !== 'anyone' && keepTypedText(args, error)) || error
    } finally {
      // The page's loaders, which run after an action, must not use a session that it ended.
      if (handler === 'action') state.sessions?.clear()
    }
    // Remix drops the response to a client that is gone, so close its file here.
    if (answer instanceof Response && args.request.signal.aborted) await answer.body?.cancel()
    return answer
  }
}

const NO_FORMS = 'Nothing was saved: this page takes no forms. Please go back and try again.'

/** The action of a route without one. Remix' own refusal is for developers. */
const createRefusingAction =
  ({ pattern }: DeclaredRoute): RouteHandler =>
  async (args) => {
    throw await (pattern === NO_ROUTE ? refuseForm(args, 404, NO_SUCH_PAGE) : refuseForm(args, 405, NO_FORMS))
  }

/** Wraps a page's action: forms are sent by POST, and Remix runs it for other methods too. */
const requirePost =
  (run: RouteHandler): RouteHandler =>
  async (args) => {
    if (args.request.method === 'POST') return run(args)
    args.context.state.allowedMethods = 'GET, HEAD, POST'
    throw await refuseForm(args, 405, WRONG_METHOD)
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
    const recover = (run: RouteHandler) => withFormRecovery(protectHandler(id, declaredRoute, 'action', run))
    const isPage = route?.module.default !== undefined
    const module = {
      ...route?.module,
      loader: loader && withErrorResponse(protectHandler(id, declaredRoute, 'loader', loader)),
      action: action ? (isPage ? requirePost(recover(action)) : recover(action)) : createRefusingAction(declaredRoute),
    }
    return [id, { ...route, module }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] }
}

/**
 * Wraps an action: a form is saved once however often it is sent, and the page shows it again when that fails. Refusals become responses.
 */
export function withFormRecovery(run: RouteHandler): RouteHandler {
  return withErrorResponse(async (input) => {
    const findUserId = async () => (await findRequestSession(input))?.user.id
    const answer = await answerOnce(input, findUserId, async (args) => {
      try {
        return await run(args)
      } catch (error) {
        await readFormOfGone(args, error)
        return restoreForm(args, error)
      } finally {
        input.context.state.sentForm = args.context.submission?.form
      }
    })
    input.context.state.isRefused = hasRefusal(answer)
    return answer
  })
}

/** Reads a form whose action missed its record before it read anything, so that the page can show what was typed. */
async function readFormOfGone(args: ActionFunctionArgs, error: unknown): Promise<void> {
  const { submission } = args.context
  const isUnread = submission && !submission.form && !isApiRequest(args.request)
  if (!isUnread || !(error instanceof Refused) || error.kind !== 'notFound') return
  submission.form = await readPartialForm(args).then(
    ({ form }) => form,
    () => undefined,
  )
}

/** The action data of a form that was not saved; `problem` is the log-in's. */
interface FormRefusal extends FailedActionData {
  result?: { status?: string }
  conflict?: object
  reply?: { status?: string }
  problem?: unknown
}

/** True if the page shows the form again with an error, which the page's title then says too. */
function hasRefusal(answer: unknown): boolean {
  const { result, reply, failed, conflict, problem } = (answer as { data?: FormRefusal } | null)?.data ?? {}
  return [result, reply].some((sent) => sent?.status === 'error') || Boolean(failed ?? conflict ?? problem)
}
