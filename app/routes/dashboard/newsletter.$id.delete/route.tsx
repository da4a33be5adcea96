import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findNewsletter, removeNewsletter } from '~/domain/newsletters/newsletters.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const loader = recordLoader(
  ({ db, id }) => findNewsletter(db, id),
  ({ id, title, status }) => {
    if (status === 'sent') throw redirect(`/dashboard/newsletter/${id}`)
    return { id, title }
  },
)
export const action = confirmAction(
  async ({ db, uploads, tutor, id }) => {
    await removeNewsletter(db, uploads, tutor, id)
    return {
      to: '/dashboard/newsletter',
      title: 'Newsletter deleted',
      text: 'The draft has been deleted successfully.',
    }
  },
  { failure: 'Failed to delete newsletter', at: ({ id }) => `/dashboard/newsletter/${id}` },
)

export const meta = pageTitle<typeof loader>('Delete Newsletter', { of: ({ title }) => title })
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteNewsletter() {
  const { id, title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Newsletter" name={title} cancelTo={`/dashboard/newsletter/${id}`} />
}
