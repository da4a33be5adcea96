import { findRequestSession } from '~/auth/identity.server'
import { type RouteHandler, withErrorResponse } from '~/http/errors/error-response.server'
import type { FailedActionData } from '~/ui/browser/request-failure'
import { restoreForm } from './form.server'
import { answerOnce } from './idempotency.server'

/** The same action, which saves a form once however often it is sent, and brings a page's form back when that fails. Refusals are answered. */
export function withFormRecovery(run: RouteHandler): RouteHandler {
  return withErrorResponse(async (input) => {
    const whoSends = async () => (await findRequestSession(input))?.user.id
    const answer = await answerOnce(input, whoSends, async (args) => {
      try {
        return await run(args)
      } catch (error) {
        return restoreForm(args, error)
      }
    })
    input.context.isRefused = isRefusal(answer)
    return answer
  })
}

/** What actions answer when a form was not saved; the log-in has its own words for it. */
interface FormRefusal extends FailedActionData {
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
