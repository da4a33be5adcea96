import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { removeAttachment } from '~/domain/newsletters/attachments.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { removing } from '~/http/forms/form.server'
import { conflictAt, redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export async function loader(args: LoaderFunctionArgs) {
  const { id, attachmentId } = args.params
  const newsletter = orNotFound(await findNewsletter(args.context.db, pathId(id)))
  if (newsletter.status === 'sent') throw redirect(`/dashboard/newsletter/${newsletter.id}`)
  const attachment = orNotFound(newsletter.attachments.find((each) => each.id === pathId(attachmentId)))
  return { id: newsletter.id, title: attachment.title }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  const id = pathId(params.id)
  const location = `/dashboard/newsletter/${id}`
  return removing(args.request, () =>
    conflictAt(context, { location, failure: 'Failed to delete attachment' }, async () => {
      await removeAttachment(context.db, context.uploads, user, id, pathId(params.attachmentId))
      return redirectWithMessage(context, location, {
        kind: 'success',
        title: 'Attachment deleted',
        text: 'The attachment has been deleted successfully.',
      })
    }),
  )
}

export const meta = pageTitle<typeof loader>('Delete Attachment', { of: ({ title }) => title })
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteAttachment() {
  const { id, title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Attachment" name={title} cancelTo={`/dashboard/newsletter/${id}`} />
}
