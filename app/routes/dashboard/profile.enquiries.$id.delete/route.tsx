import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { type EnquirySummary, findEnquiry, removeEnquiry } from '~/domain/enquiries/enquiries.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

const list = '/dashboard/profile/enquiries'

export async function loader(args: LoaderFunctionArgs) {
  return { enquiry: orNotFound(await findEnquiry(args.context.db, pathId(args.params.id))) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  return removing(args.request, async () => {
    const enquiry = await removeEnquiry(context.db, context.outbox, user, pathId(params.id))
    return redirectWithMessage(context, listOf(enquiry), {
      kind: 'success',
      title: 'Enquiry deleted',
      text: 'The enquiry has been deleted for good.',
    })
  })
}

const listOf = ({ isSpam }: Pick<EnquirySummary, 'isSpam'>) => (isSpam ? `${list}?spam` : list)

export const meta = pageTitle<typeof loader>('Delete Enquiry', { of: ({ enquiry }) => enquiry.name })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteEnquiry() {
  const { enquiry } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Enquiry" name={`Enquiry from ${enquiry.name}`} cancelTo={listOf(enquiry)} />
}
