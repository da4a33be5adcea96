import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange } from '~/domain/change.server'
import { describeSubscriberConsent } from '~/domain/subscribers/export.server'
import { subscriberEdit } from '~/domain/subscribers/schema'
import {
  describeSubscriber,
  editSubscriber,
  findSubscriber,
  findVouchingTutors,
} from '~/domain/subscribers/subscribers.server'
import { createFormAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { SubscriberForm } from '~/routes/parts/newsletters/subscriber-form'
import { defineScreen } from '~/screen'
import { ButtonAnchor } from '~/ui/button'
import { formatDateTime } from '~/ui/dates'
import { FactList } from '~/ui/lists/table'
import { SectionCard } from '~/ui/section-card'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'text',
  title: 'Edit Subscriber',
  detail: ({ subscriber }) => subscriber.email,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findSubscriber(db, tutor, id),
  async (subscriber, { db, tutor }) => {
    const vouchedBy = (await findVouchingTutors(db, tutor, [subscriber])).get(subscriber.vouchedById ?? 0) ?? null
    return { subscriber, consent: describeSubscriberConsent(subscriber, vouchedBy, formatDateTime) }
  },
)
export const action = createFormAction(
  subscriberEdit,
  async (subscriber, { db, tutor, id }) => {
    await editSubscriber(db, tutor, id, toChange(subscriber))
    return createSaveResult('subscriber', 'updated', paths.dashboard.newsletter.subscribers.list)
  },
  { descriptions: describeSubscriber },
)

export { SubscribersError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditSubscriber() {
  const { subscriber, consent } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, email, name, isGuardian, studentName, vouchedFor, version } = subscriber
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
      <SectionCard id="edit-heading" title="Edit Subscriber">
        <SubscriberForm answer={answer} subscriber={{ email, name, isGuardian, studentName, vouchedFor, version }} />
      </SectionCard>
      <SectionCard id="consent-heading" title="How they agreed">
        <FactList facts={consent} />
        <ButtonAnchor href={paths.dashboard.newsletter.subscribers.export(id)} variant="secondary" className="mt-6">
          Export their data
        </ButtonAnchor>
      </SectionCard>
    </div>
  )
}
