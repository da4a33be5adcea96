import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { eraseSubscriber, findSubscriber } from '~/domain/subscribers/subscribers.server'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

const list = '/dashboard/newsletter/subscribers'

export async function loader(args: LoaderFunctionArgs) {
  const { email } = orNotFound(await findSubscriber(args.context.db, pathId(args.params.id)))
  return { email }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  return removing(args.request, async () => {
    await eraseSubscriber(context.db, context.outbox, user, pathId(params.id))
    return redirectWithMessage(context, list, {
      kind: 'success',
      title: 'Subscriber deleted',
      text: 'We no longer have their address.',
    })
  })
}

export const meta = pageTitle<typeof loader>('Delete Subscriber', { of: ({ email }) => email })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteSubscriber() {
  const { email } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete what="Subscriber" name={email} cancelTo={list}>
      <p className="max-w-measure">
        Delete someone if they ask you to. If they just want no more newsletters, unsubscribe them instead, so that
        nobody adds them again by mistake.
      </p>
    </ConfirmDelete>
  )
}
