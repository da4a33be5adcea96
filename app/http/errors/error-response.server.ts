import type { ActionFunctionArgs } from '@remix-run/node'
import { findRequestSession } from '~/auth/identity.server'
import { LostBytes } from '~/domain/files/store.server'
import { toGoneForm } from '~/domain/interrupted-forms/returned-form'
import { Refused } from '~/domain/refused'
import { toRefusal } from '~/domain/storage.server'
import { readPartialForm } from '~/http/forms/body'
import { restoreForm } from '~/http/forms/form.server'
import { answerOnce } from '~/http/forms/idempotency.server'
import { REQUEST_ID } from '~/http/middleware/observe-requests.server'
import { log } from '~/log.server'
import type { FailedActionData } from '~/ui/browser/request-failure'
import { createRefusalResponse, createRetryAfterHeader, isApiRequest } from './refusal'

export type RouteHandler = (args: ActionFunctionArgs) => unknown

/** The response for a refusal of the domain: JSON for the API, else a page within its section. */
export function createErrorResponse(request: Request, error: Refused): Response {
  const { status, message, errors, retryAfter, now } = error
  return createRefusalResponse(
    request,
    status,
    { message, errors: Object.keys(errors).length > 0 ? errors : undefined, now },
    // Files may be cached for long, but a lost one may be back soon.
    error instanceof LostBytes ? { 'Cache-Control': 'no-store' } : createRetryAfterHeader(retryAfter),
  )
}

/**
 * The page's response when the record of a sent form is gone, with what was typed. Null for other refusals. The loader, too, may be the
 * first to miss the record: the action may have refused the form for another reason.
 */
function createGoneResponse({ request, context }: ActionFunctionArgs, { status }: Refused): Response | null {
  const form = context.state.sentForm ?? (request.method === 'POST' ? new FormData() : null)
  if (status !== 404 || !form || isApiRequest(request)) return null
  return Response.json(toGoneForm(form), { status, headers: { 'Cache-Control': 'no-store' } })
}

/**
 * Wraps a loader or an action: refusals become responses. Other errors become JSON for an API call, and reach a page's error boundary
 * otherwise.
 */
export function withErrorResponse(run: RouteHandler): RouteHandler {
  return async (args) => {
    try {
      return await run(args)
    } catch (error) {
      const refused = toRefusal(error)
      if (refused) throw createGoneResponse(args, refused) ?? createErrorResponse(args.request, refused)
      if (error instanceof Response || !isApiRequest(args.request)) throw error
      log.error({ id: args.request.headers.get(REQUEST_ID), err: error }, 'a call failed')
      return Response.json(
        { message: 'Something went wrong. Please try again in a few minutes.' },
        { status: 500, headers: { 'Cache-Control': 'no-store' } },
      )
    }
  }
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
  if (!isUnread || !(error instanceof Refused) || error.status !== 404) return
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
