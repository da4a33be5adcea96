import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { listRefused, type RefusedGroup, sendRefusedAgain } from '~/domain/deliveries/refused.server'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { peopleInWords } from '~/routes/parts/newsletters/progress'
import { pageTitle } from '~/ui/browser/page-title'
import { Confirm } from '~/ui/dialogs/confirm'

/** The mails that the mail server refused because of us. Where there are none any more, the list says how things are. */
export async function loader({ context }: LoaderFunctionArgs) {
  const groups = await listRefused(context.db)
  if (groups.length === 0) throw redirect('/dashboard/newsletter', 303)
  return { groups }
}

export async function action(args: ActionFunctionArgs) {
  const tutor = tutorOf(args)
  const { request, context } = args
  return removing(request, async () => {
    const number = await sendRefusedAgain(context.db, tutor)
    return redirectWithMessage(context, '/dashboard/newsletter', {
      kind: 'success',
      title: 'Sending again',
      text: number === 0 ? 'They had already been sent again.' : `${emailsInWords(number)} will go out now.`,
    })
  })
}

const emailsInWords = (number: number) => (number === 1 ? '1 email' : `${number} emails`)

function groupInWords({ kind, title, number }: RefusedGroup): string {
  if (kind === 'newsletter') return `The newsletter “${title}” to ${peopleInWords(number)}`
  if (kind === 'enquiry') return `${number === 1 ? '1 enquiry' : `${number} enquiries`} to the office`
  return `${emailsInWords(number)} to people who signed up or asked for a link`
}

export const meta = pageTitle('Send again')
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function SendRefusedAgain() {
  const { groups } = useLoaderData<typeof loader>()
  return (
    <Confirm
      title="Send again"
      question="Send what the mail server refused again? Nobody gets anything twice, and who has unsubscribed is left out."
      submitLabel="Send again"
      pendingLabel="Sending..."
      failure="Failed to send the emails again"
      cancelTo="/dashboard/newsletter"
    >
      <ul className="list-disc space-y-1 pl-6">
        {groups.map((group) => (
          <li key={`${group.kind} ${group.title}`}>{groupInWords(group)}</li>
        ))}
      </ul>
    </Confirm>
  )
}
