import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { findEnquiry, removeEnquiry } from '~/domain/enquiries/enquiries.server'
import { pathId } from '~/domain/path-id'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { ConfirmDelete } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'

const list = '/dashboard/profile/enquiries'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const enquiry = await findEnquiry(args.context.db, pathId(args.params.id))
  if (!enquiry) throw notFound(args.request)
  return { enquiry }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const id = pathId(params.id)
  const enquiry = await findEnquiry(context.db, id)
  if (!enquiry || !(await removeEnquiry(context.db, context.outbox, user, id))) throw notFound(request)
  return redirectWithMessage(context, listOf(enquiry), {
    kind: 'success',
    title: 'Enquiry deleted',
    text: 'The enquiry has been deleted for good.',
  })
}

const listOf = ({ suspected }: { suspected: boolean }) => (suspected ? `${list}?suspected` : list)

export const meta = pageTitle('Delete Enquiry')

export default function DeleteEnquiry() {
  const { enquiry } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Enquiry" name={`Enquiry of ${enquiry.name}`} cancelTo={listOf(enquiry)} />
}
