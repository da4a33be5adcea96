import { type EnquirySummary, findEnquiry, removeEnquiry } from '~/domain/enquiries/enquiries.server'
import { createConfirmAction, createRecordLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Delete Enquiry',
  detail: ({ name }) => name,
})

const ENQUIRIES = paths.dashboard.profile.enquiries.list
const getListPath = ({ isSpam }: Pick<EnquirySummary, 'isSpam'>) => (isSpam ? `${ENQUIRIES}?spam` : ENQUIRIES)

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findEnquiry(db, tutor, id),
  (enquiry) => ({ what: 'Enquiry', name: `Enquiry from ${enquiry.name}`, cancelTo: getListPath(enquiry) }),
)
export const action = createConfirmAction(async ({ db, outbox, tutor, id }) => {
  const enquiry = await removeEnquiry(db, outbox, tutor, id)
  return { to: getListPath(enquiry), title: 'Enquiry deleted', text: 'The enquiry has been deleted for good.' }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { default } from '~/ui/dialogs/confirm'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'
