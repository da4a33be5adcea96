import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { removeAttachment } from '~/domain/newsletters/attachments.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { NewsletterRefused } from '~/domain/newsletters/refused'
import { pathId } from '~/domain/path-id'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { refusedNewsletter } from '~/routes/parts/newsletters/refused.server'
import { ConfirmDelete } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const { id, attachmentId } = args.params
  const newsletter = await findNewsletter(args.context.db, pathId(id))
  if (newsletter?.status === 'sent') throw redirect(`/dashboard/newsletter/${newsletter.id}`)
  const attachment = newsletter?.attachments.find((each) => each.id === pathId(attachmentId))
  if (!newsletter || !attachment) throw notFound(args.request)
  return { id: newsletter.id, title: attachment.title }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const id = pathId(params.id)
  try {
    const removed = await removeAttachment(context.db, context.uploads, user, id, pathId(params.attachmentId))
    if (!removed) throw notFound(request)
  } catch (error) {
    if (error instanceof NewsletterRefused) return refusedNewsletter(context, id, 'Failed to delete attachment', error)
    throw error
  }
  return redirectWithMessage(context, `/dashboard/newsletter/${id}`, {
    kind: 'success',
    title: 'Attachment deleted',
    text: 'The attachment has been deleted successfully.',
  })
}

export const meta = pageTitle('Delete Attachment')
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'

export default function DeleteAttachment() {
  const { id, title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Attachment" name={title} cancelTo={`/dashboard/newsletter/${id}`} />
}
