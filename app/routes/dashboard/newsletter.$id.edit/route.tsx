import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { Conflict } from '~/domain/conflict.server'
import { changeNewsletter, findNewsletter, newsletterInWords } from '~/domain/newsletters/newsletters.server'
import { NewsletterRefused } from '~/domain/newsletters/refused'
import { newsletterEdit } from '~/domain/newsletters/schema'
import { pathId } from '~/domain/path-id'
import { LONG_TEXT_LIMIT, readForm } from '~/http/body'
import { check, conflicted, failed, refused } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { NewsletterForm } from '~/routes/parts/newsletters/newsletter-form'
import { NewsletterTabs } from '~/routes/parts/newsletters/newsletter-tabs'
import { refusedNewsletter } from '~/routes/parts/newsletters/refused.server'
import { Tips } from '~/routes/parts/newsletters/tips'
import { Card } from '~/ui/card'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const newsletter = await findNewsletter(args.context.db, pathId(args.params.id))
  if (!newsletter) throw notFound(args.request)
  const { id, title, content, version, status } = newsletter
  if (status === 'sent') throw redirect(`/dashboard/newsletter/${id}`)
  return { id, newsletter: { title, content, version } }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const id = pathId(params.id)
  const submission = check(await readForm(request, LONG_TEXT_LIMIT), newsletterEdit)
  if (submission.status !== 'success') return refused(submission.reply())
  try {
    if (!(await changeNewsletter(context.db, user, id, submission.value))) throw notFound(request)
  } catch (error) {
    if (error instanceof Response) throw error
    if (error instanceof Conflict) return conflicted(submission, error, submission.value, newsletterInWords)
    if (error instanceof NewsletterRefused) return refusedNewsletter(context, id, 'Failed to update newsletter', error)
    return failed(submission, 'Failed to update newsletter: 500', error)
  }
  return redirectWithMessage(context, `/dashboard/newsletter/${id}`, {
    kind: 'success',
    title: 'Newsletter updated',
    text: 'Your newsletter has been updated successfully.',
  })
}

export const meta = pageTitle('Edit Newsletter')
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'

export default function EditNewsletter() {
  const { id, newsletter } = useLoaderData<typeof loader>()
  return (
    <NewsletterTabs current="/dashboard/newsletter">
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card as="section" aria-labelledby="edit">
          <h3 id="edit" className="mb-6">
            Edit Newsletter
          </h3>
          <NewsletterForm
            newsletter={newsletter}
            answer={useActionData<typeof action>()}
            deed="Update Newsletter"
            doing="Updating..."
            cancelTo={`/dashboard/newsletter/${id}`}
          />
        </Card>
        <Tips />
      </div>
    </NewsletterTabs>
  )
}
