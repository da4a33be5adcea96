import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { newNewsletter } from '~/domain/newsletters/schema'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { NewsletterForm } from '~/routes/parts/newsletters/newsletter-form'
import { Tips } from '~/routes/parts/newsletters/tips'
import { pageTitle } from '~/ui/browser/page-title'
import { Card } from '~/ui/card'

export const loader = () => null

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const submission = check(await readForm(args.request), newNewsletter)
  return saving(submission, async (newsletter) => {
    const { id } = await addNewsletter(args.context.db, user, newsletter)
    return redirectWithMessage(args.context, `/dashboard/newsletter/${id}`, {
      kind: 'success',
      title: 'Newsletter created',
      text: 'Your newsletter has been created successfully.',
    })
  })
}

export const meta = pageTitle('Create Newsletter')
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function CreateNewsletter() {
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card as="section" aria-labelledby="create">
        <h3 id="create" className="mb-6">
          Create Newsletter
        </h3>
        <NewsletterForm
          answer={useActionData<typeof action>()}
          submitLabel="Create Newsletter"
          pendingLabel="Creating..."
          cancelTo="/dashboard/newsletter"
        />
      </Card>
      <Tips />
    </div>
  )
}
