import { useLoaderData } from '@remix-run/react'
import { type EnquirySummary, findEnquiry, removeEnquiry } from '~/domain/enquiries/enquiries.server'
import { confirmAction, recordLoader } from '~/http/forms/pages.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

const list = '/dashboard/profile/enquiries'
const listOf = ({ isSpam }: Pick<EnquirySummary, 'isSpam'>) => (isSpam ? `${list}?spam` : list)

export const loader = recordLoader(
  ({ db, id }) => findEnquiry(db, id),
  (enquiry) => ({ enquiry }),
)
export const action = confirmAction(async ({ db, outbox, tutor, id }) => {
  const enquiry = await removeEnquiry(db, outbox, tutor, id)
  return { to: listOf(enquiry), title: 'Enquiry deleted', text: 'The enquiry has been deleted for good.' }
})

export const meta = pageTitle<typeof loader>('Delete Enquiry', { of: ({ enquiry }) => enquiry.name })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeleteEnquiry() {
  const { enquiry } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Enquiry" name={`Enquiry from ${enquiry.name}`} cancelTo={listOf(enquiry)} />
}
