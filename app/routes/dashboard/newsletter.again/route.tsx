import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listRefused, type RefusedGroup, sendRefusedAgain } from '~/domain/deliveries/sending.server'
import { createConfirmAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { formatPeopleCount } from '~/routes/parts/newsletters/mail-notice'
import { defineScreen } from '~/screen'
import { ConfirmForm } from '~/ui/dialogs/confirm'

export const handle = defineScreen({ access: 'tutor', title: 'Send again' })

/** Lists the mails that the mail server refused because of us. Redirects to the newsletters if none are left. */
export const loader = createPageLoader(async ({ db, tutor }) => {
  const groups = await listRefused(db, tutor)
  if (groups.length === 0) throw redirect(paths.dashboard.newsletter.list, 303)
  return { groups }
})

export const action = createConfirmAction(async ({ db, settings, tutor }) => {
  const number = await sendRefusedAgain(db, tutor)
  return {
    to: paths.dashboard.newsletter.list,
    title: 'Sending again',
    text:
      number === 0
        ? 'They had already been sent again.'
        : `${formatEmailCount(number)} will go out ${settings.mailRoute === 'none' ? 'once email is set up' : 'now'}.`,
  }
})

const formatEmailCount = (number: number) => (number === 1 ? '1 email' : `${number} emails`)

function describeGroup({ kind, title, number }: RefusedGroup): string {
  if (kind === 'newsletter') return `The newsletter ‘${title}’ to ${formatPeopleCount(number)}`
  if (kind === 'enquiry') return `${number === 1 ? '1 enquiry' : `${number} enquiries`} to the office`
  return `${formatEmailCount(number)} to people who signed up or asked for a link`
}

export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function SendRefusedAgain() {
  const { groups } = useLoaderData<typeof loader>()
  return (
    <ConfirmForm
      title="Send again"
      question="Send these emails again? The mail server refused them. Nobody gets anything twice, and anyone who has unsubscribed is left out."
      submitLabel="Send again"
      pendingLabel="Sending..."
      failure="Failed to send the emails again"
      cancelTo={paths.dashboard.newsletter.list}
    >
      <ul className="list-disc space-y-1 pl-6">
        {groups.map((group) => (
          <li key={`${group.kind} ${group.title}`}>{describeGroup(group)}</li>
        ))}
      </ul>
    </ConfirmForm>
  )
}
