import type { ActionFunctionArgs } from '@remix-run/node'
import { LostBytes } from '~/domain/files/store.server'
import { type ReturnedForm, toBoundedForm } from '~/domain/interrupted-forms/returned-form'
import type { Refused } from '~/domain/refused'
import { toRefusal } from '~/domain/storage.server'
import { REQUEST_ID } from '~/http/middleware/observe-requests.server'
import { log } from '~/log.server'
import { getRefusalStatus } from '~/refusal-status'
import { createRefusalResponse, createRetryAfterHeader, isApiRequest } from './refusal'

export type RouteHandler = (args: ActionFunctionArgs) => unknown

/** The response for a refusal of the domain: JSON for the API, else a page within its section. */
export function createErrorResponse(request: Request, error: Refused): Response {
  const { message, errors, retryAfter, now } = error
  return createRefusalResponse(
    request,
    getRefusalStatus(error),
    { message, errors: Object.keys(errors).length > 0 ? errors : undefined, now },
    // Files may be cached for long, but a lost one may be back soon.
    error instanceof LostBytes ? { 'Cache-Control': 'no-store' } : createRetryAfterHeader(retryAfter),
  )
}

const GONE = 'This is gone. Someone may have deleted it.'

/**
 * The page's response when the record of a sent form is gone, with what was typed. Null for other refusals. The loader, too, may be the
 * first to miss the record: the action may have refused the form for another reason.
 */
function createGoneResponse({ request, context }: ActionFunctionArgs, { kind }: Refused): Response | null {
  const form = context.state.sentForm ?? (request.method === 'POST' ? new FormData() : null)
  if (kind !== 'notFound' || !form || isApiRequest(request)) return null
  const gone: ReturnedForm = { ...toBoundedForm(form, GONE), isGone: true }
  return Response.json(gone, { status: 404, headers: { 'Cache-Control': 'no-store' } })
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
