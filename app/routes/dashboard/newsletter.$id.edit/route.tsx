import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { changeOf } from '~/domain/change.server'
import { changeNewsletter, findNewsletter, newsletterInWords } from '~/domain/newsletters/newsletters.server'
import { newsletterEdit } from '~/domain/newsletters/schema'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { NewsletterForm } from '~/routes/parts/newsletters/newsletter-form'
import { onceSent } from '~/routes/parts/newsletters/once-sent.server'
import { Tips } from '~/routes/parts/newsletters/tips'
import { pageTitle } from '~/ui/browser/page-title'
import { Card } from '~/ui/card'

const FAILURE = 'Failed to update newsletter'

export async function loader(args: LoaderFunctionArgs) {
  const newsletter = orNotFound(await findNewsletter(args.context.db, pathId(args.params.id)))
  const { id, title, content, version, status, attachments } = newsletter
  if (status === 'sent') throw redirect(`/dashboard/newsletter/${id}`)
  const pictures = attachments.flatMap(({ picture: number, title }) => (number === null ? [] : [{ number, title }]))
  return { id, newsletter: { title, content, version }, pictures }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const id = pathId(params.id)
  const submission = check(await readForm(request), newsletterEdit)
  const elsewhere = onceSent(context, id, FAILURE)
  const telling = { inWords: newsletterInWords, elsewhere }
  return saving(
    submission,
    async (newsletter) => {
      await changeNewsletter(context.db, user, id, changeOf(newsletter))
      return redirectWithMessage(context, `/dashboard/newsletter/${id}`, {
        kind: 'success',
        title: 'Newsletter updated',
        text: 'Your newsletter has been updated successfully.',
      })
    },
    telling,
  )
}

export const meta = pageTitle<typeof loader>('Edit Newsletter', { of: ({ newsletter }) => newsletter.title })
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditNewsletter() {
  const { id, newsletter, pictures } = useLoaderData<typeof loader>()
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card as="section" aria-labelledby="edit">
        <h3 id="edit" className="mb-6">
          Edit Newsletter
        </h3>
        <NewsletterForm
          newsletter={newsletter}
          pictures={pictures}
          answer={useActionData<typeof action>()}
          submitLabel="Update Newsletter"
          pendingLabel="Updating..."
          cancelTo={`/dashboard/newsletter/${id}`}
        />
      </Card>
      <Tips />
    </div>
  )
}
