import type { ActionFunctionArgs } from '@remix-run/node'
import { findRequestSession } from '~/auth/identity.server'
import { Refused } from '~/domain/refused'
import { type RouteHandler, withErrorResponse } from '~/http/errors/error-response.server'
import { isApiRequest } from '~/http/errors/refusal'
import type { FailedActionData } from '~/ui/browser/request-failure'
import { readPartialForm } from './body'
import { restoreForm } from './form.server'
import { answerOnce } from './idempotency.server'

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
