import { useActionData, useLoaderData } from '@remix-run/react'
import { changeOf } from '~/domain/change.server'
import { subscriberEdit } from '~/domain/subscribers/schema'
import { editSubscriber, findSubscriber, subscriberInWords } from '~/domain/subscribers/subscribers.server'
import { formAction, recordLoader } from '~/http/forms/pages.server'
import { SubscriberForm } from '~/routes/parts/newsletters/subscriber-form'
import { pageTitle } from '~/ui/browser/page-title'
import { Card } from '~/ui/card'

export const loader = recordLoader(
  ({ db, id }) => findSubscriber(db, id),
  (subscriber) => ({ subscriber }),
)
export const action = formAction(
  subscriberEdit,
  async (subscriber, { db, tutor, id }) => {
    await editSubscriber(db, tutor, id, changeOf(subscriber))
    return {
      to: '/dashboard/newsletter/subscribers',
      title: 'Subscriber updated',
      text: 'The subscriber has been updated successfully.',
    }
  },
  { inWords: subscriberInWords },
)

export const meta = pageTitle<typeof loader>('Edit Subscriber', { of: ({ subscriber }) => subscriber.email })
export { SubscribersError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditSubscriber() {
  const { subscriber } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { email, name, isGuardian, studentName, version } = subscriber
  return (
    <Card as="section" aria-labelledby="edit-heading" className="max-w-2xl">
      <h3 id="edit-heading">Edit Subscriber</h3>
      <SubscriberForm answer={answer} subscriber={{ email, name, isGuardian, studentName, version }} />
    </Card>
  )
}
