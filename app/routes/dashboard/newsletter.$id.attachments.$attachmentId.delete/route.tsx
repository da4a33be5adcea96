import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { removeAttachment } from '~/domain/newsletters/attachments.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export const loader = recordLoader(
  ({ db, id }) => findNewsletter(db, id),
  ({ id, status, attachments }, { params }) => {
    if (status === 'sent') throw redirect(`/dashboard/newsletter/${id}`)
    const { title } = orNotFound(attachments.find((each) => each.id === pathId(params.attachmentId)))
    return { id, title }
  },
)
export const action = confirmAction(
  async ({ db, uploads, tutor, id, params }) => {
    await removeAttachment(db, uploads, tutor, id, pathId(params.attachmentId))
    return {
      to: `/dashboard/newsletter/${id}`,
      title: 'Attachment deleted',
      text: 'The attachment has been deleted successfully.',
    }
  },
  { failure: 'Failed to delete attachment', at: ({ id }) => `/dashboard/newsletter/${id}` },
)

export const meta = pageTitle<typeof loader>('Delete Attachment', { of: ({ title }) => title })
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteAttachment() {
  const { id, title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Attachment" name={title} cancelTo={`/dashboard/newsletter/${id}`} />
}
