import type { AppLoadContext } from '@remix-run/node'
import type { NewsletterRefused } from '~/domain/newsletters/refused'
import { redirectWithMessage } from '~/http/message.server'

/** Leads to the newsletter's page, which says why `failure` (spec section 8): how the newsletter stands now can be seen there. */
export function refusedNewsletter(
  context: AppLoadContext,
  id: number,
  failure: string,
  { message }: NewsletterRefused,
) {
  return redirectWithMessage(context, `/dashboard/newsletter/${id}`, {
    kind: 'error',
    title: `${failure}: 409`,
    text: message,
  })
}
