import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { countDeliveries, findUncertain, sendAgain } from '~/domain/deliveries/deliveries.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { findSentNewsletter } from '~/domain/newsletters/send.server'
import { parsePathId } from '~/domain/path-id'
import { createConfirmAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { describeResend, formatPeopleCount } from '~/routes/parts/newsletters/mail-notice'
import { defineScreen } from '~/screen'
import { ConfirmForm } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Send again',
  detail: ({ title }) => title,
})

/** The mail in the search parameters; undefined means all uncertain mails. */
function getMailId(request: Request): number | undefined {
  const mail = new URL(request.url).searchParams.get('mail')
  return mail === null ? undefined : parsePathId(mail)
}

/** Redirects to the newsletter, which shows the current state, if nothing is uncertain any more. */
export const loader = createRecordLoader(
  ({ db, id, tutor }) => findNewsletter(db, tutor, id),
  async ({ id, title }, { db, tutor, request }) => {
    const mail = getMailId(request)
    const delivery = mail === undefined ? null : await findUncertain(db, tutor, id, mail)
    const countUncertain = async () => (await countDeliveries(db, tutor, [id])).get(id)?.uncertain ?? 0
    const number = mail === undefined ? await countUncertain() : delivery ? 1 : 0
    if (number === 0) throw redirect(paths.dashboard.newsletter.one(id), 303)
    return {
      id,
      title,
      to: delivery ? (delivery.name ?? delivery.email) : formatPeopleCount(number),
      isOne: number === 1,
    }
  },
)

export const action = createConfirmAction(
  async ({ db, settings, tutor, id, request }) => {
    const newsletter = await findSentNewsletter(db, tutor, id)
    const number = await sendAgain(db, tutor, newsletter, { state: 'uncertain', only: getMailId(request) })
    return {
      to: paths.dashboard.newsletter.one(id),
      title: 'Newsletter status updated',
      text: describeResend(number, settings.mailRoute),
    }
  },
  { failure: 'Failed to update newsletter status', at: ({ id }) => paths.dashboard.newsletter.one(id) },
)

export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function SendAgain() {
  const { id, to, isOne } = useLoaderData<typeof loader>()
  return (
    <ConfirmForm
      title="Send again"
      question={`Send this newsletter to ${to} again? We can’t tell if it arrived the first time. If it did, ${isOne ? 'they will' : 'some of them will'} get it twice.`}
      submitLabel="Send again"
      pendingLabel="Sending..."
      failure="Failed to send the newsletter again"
      cancelTo={paths.dashboard.newsletter.one(id)}
    />
  )
}
