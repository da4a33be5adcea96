import type { AppLoadContext } from '@remix-run/node'
import { isAlreadySent } from '~/domain/newsletters/draft.server'
import { redirectWithRefusal } from '~/http/message.server'

/** Where a draft's form leads that comes when the newsletter is sent already (form.server.ts, `elsewhere`): its page, which says so. */
export function onceSent(context: AppLoadContext, id: number, failure: string) {
  return (error: unknown) =>
    isAlreadySent(error) ? redirectWithRefusal(context, `/dashboard/newsletter/${id}`, failure, error) : undefined
}
