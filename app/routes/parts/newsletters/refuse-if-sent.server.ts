import type { AppLoadContext } from '@remix-run/node'
import { isAlreadySent } from '~/domain/newsletters/draft.server'
import { createLostFormResponse } from '~/http/forms/body'
import { redirectWithRefusal } from '~/http/forms/message.server'
import { paths } from '~/paths'

/** Redirects a draft's form to the newsletter's page, with an error message, if it was sent in the meantime. */
export function redirectIfSent(context: AppLoadContext, id: number, failure: string) {
  return (error: unknown) =>
    isAlreadySent(error) ? redirectWithRefusal(context, paths.dashboard.newsletter.one(id), failure, error) : undefined
}

/** Like redirectIfSent, for a form with text: throws a Response with what was typed. */
export function refuseIfSent(context: AppLoadContext, id: number, failure: string) {
  return (error: unknown) => {
    const lost = isAlreadySent(error) && createLostFormResponse(context.submission?.form, error.message)
    if (lost) throw lost
    return redirectIfSent(context, id, failure)(error)
  }
}
