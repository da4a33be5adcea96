import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { findNewsletter, removeNewsletter } from '~/domain/newsletters/newsletters.server'
import { NewsletterRefused } from '~/domain/newsletters/refused'
import { pathId } from '~/domain/path-id'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { refusedNewsletter } from '~/routes/parts/newsletters/refused.server'
import { ConfirmDelete } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const newsletter = await findNewsletter(args.context.db, pathId(args.params.id))
  if (!newsletter) throw notFound(args.request)
  const { id, title, status } = newsletter
  if (status === 'sent') throw redirect(`/dashboard/newsletter/${id}`)
  return { id, title }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const id = pathId(params.id)
  try {
    if (!(await removeNewsletter(context.db, context.uploads, user, id))) throw notFound(request)
  } catch (error) {
    if (error instanceof NewsletterRefused) return refusedNewsletter(context, id, 'Failed to delete newsletter', error)
    throw error
  }
  return redirectWithMessage(context, '/dashboard/newsletter', {
    kind: 'success',
    title: 'Newsletter deleted',
    text: 'The draft has been deleted successfully.',
  })
}

export const meta = pageTitle('Delete Newsletter')
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'

export default function DeleteNewsletter() {
  const { id, title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Newsletter" name={title} cancelTo={`/dashboard/newsletter/${id}`} />
}
