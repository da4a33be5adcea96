import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { removeAttachment } from '~/domain/newsletters/attachments.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { pathId } from '~/domain/path-id'
import { found } from '~/domain/refused'
import { removing } from '~/http/form.server'
import { conflictAt, redirectWithMessage } from '~/http/message.server'
import { ConfirmDelete } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  const { id, attachmentId } = args.params
  const newsletter = found(await findNewsletter(args.context.db, pathId(id)))
  if (newsletter.status === 'sent') throw redirect(`/dashboard/newsletter/${newsletter.id}`)
  const attachment = found(newsletter.attachments.find((each) => each.id === pathId(attachmentId)))
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
export { clientAction, shouldRevalidate } from '~/ui/post'

export default function DeleteAttachment() {
  const { id, title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Attachment" name={title} cancelTo={`/dashboard/newsletter/${id}`} />
}
