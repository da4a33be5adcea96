import { useLoaderData } from '@remix-run/react'
import { eraseSubscriber, findSubscriber } from '~/domain/subscribers/subscribers.server'
import { createConfirmAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Subscriber',
  detail: ({ email }) => email,
})

const list = paths.dashboard.newsletter.subscribers.list

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findSubscriber(db, tutor, id),
  ({ email }) => ({ email }),
)
export const action = createConfirmAction(async ({ db, outbox, tutor, id }) => {
  await eraseSubscriber(db, outbox, tutor, id)
  return { to: list, title: 'Subscriber deleted', text: 'We no longer have their address.' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteSubscriber() {
  const { email } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete what="Subscriber" name={email} cancelTo={list}>
      <p className="max-w-measure">
        Delete someone if they ask you to. If they just don’t want any more newsletters, unsubscribe them instead. Then
        nobody adds them again by mistake.
      </p>
    </ConfirmDelete>
  )
}
