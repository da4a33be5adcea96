import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { changeOf } from '~/domain/change.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { subscriberEdit } from '~/domain/subscribers/schema'
import { editSubscriber, findSubscriber, subscriberInWords } from '~/domain/subscribers/subscribers.server'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { SubscriberForm } from '~/routes/parts/newsletters/subscriber-form'
import { pageTitle } from '~/ui/browser/page-title'
import { Card } from '~/ui/card'

export async function loader(args: LoaderFunctionArgs) {
  return { subscriber: orNotFound(await findSubscriber(args.context.db, pathId(args.params.id))) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  return saving(
    check(await readForm(request), subscriberEdit),
    async (subscriber) => {
      await editSubscriber(context.db, user, pathId(params.id), changeOf(subscriber))
      return redirectWithMessage(context, '/dashboard/newsletter/subscribers', {
        kind: 'success',
        title: 'Subscriber updated',
        text: 'The subscriber has been updated successfully.',
      })
    },
    { inWords: subscriberInWords },
  )
}

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
