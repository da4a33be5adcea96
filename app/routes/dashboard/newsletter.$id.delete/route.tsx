import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { findNewsletter, removeNewsletter } from '~/domain/newsletters/newsletters.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { removing } from '~/http/forms/form.server'
import { conflictAt, redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export async function loader(args: LoaderFunctionArgs) {
  const { id, title, status } = orNotFound(await findNewsletter(args.context.db, pathId(args.params.id)))
  if (status === 'sent') throw redirect(`/dashboard/newsletter/${id}`)
  return { id, title }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  const id = pathId(params.id)
  return removing(args.request, () =>
    conflictAt(
      context,
      { location: `/dashboard/newsletter/${id}`, failure: 'Failed to delete newsletter' },
      async () => {
        await removeNewsletter(context.db, context.uploads, user, id)
        return redirectWithMessage(context, '/dashboard/newsletter', {
          kind: 'success',
          title: 'Newsletter deleted',
          text: 'The draft has been deleted successfully.',
        })
      },
    ),
  )
}

export const meta = pageTitle<typeof loader>('Delete Newsletter', { of: ({ title }) => title })
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteNewsletter() {
  const { id, title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Newsletter" name={title} cancelTo={`/dashboard/newsletter/${id}`} />
}
