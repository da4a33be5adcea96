import { useActionData, useLoaderData, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { listStudents } from '~/domain/accounts/accounts.server'
import { findHiddenReasons } from '~/domain/consent/visibility.server'
import { countDeliveries, paginateTroubledMails, sendAgain } from '~/domain/deliveries/deliveries.server'
import { findSendingState } from '~/domain/deliveries/sending.server'
import { joinUploadNotes } from '~/domain/files/notes'
import { addAttachments } from '~/domain/newsletters/attachments.server'
import { copyNewsletter, findNewsletter, getPictureNumbers } from '~/domain/newsletters/newsletters.server'
import { newAttachments } from '~/domain/newsletters/schema'
import {
  findSentNewsletter,
  publishNewsletter,
  stopNewsletter,
  unscheduleNewsletter,
} from '~/domain/newsletters/send.server'
import { findMissingPictures, parseNewsletter } from '~/domain/newsletters/text.server'
import { mapPage } from '~/domain/page.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { redirectOnFailure, redirectWithMessage } from '~/http/forms/message.server'
import { createFormAction, createIntentAction, createPageLoader, type TutorRequest } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { describeResend, getNewsletterState, MailNotice } from '~/routes/parts/newsletters/mail-notice'
import { refuseIfSent } from '~/routes/parts/newsletters/refuse-if-sent.server'
import { defineScreen } from '~/screen'
import { getPageNumber } from '~/ui/lists/page-links'
import { NewsletterPanel } from './panel'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'files',
  title: 'Newsletter',
  detail: ({ newsletter }) => newsletter.title,
})

const stoppedMessage = {
  title: 'Newsletter status updated',
  text: 'Sending has stopped. Nobody received this newsletter, and it is a draft again.',
}
const publishedMessage = { title: 'On the website', text: 'Anyone can read this newsletter on the website now.' }
const unpublishedMessage = { title: 'Not on the website', text: 'This newsletter is no longer on the website.' }

const cancelledMessage = {
  title: 'Sending cancelled',
  text: 'The newsletter is still a draft and will not go out at that time.',
}

const POLL_MS = 4000

/** Reloads the page's data every few seconds while `isActive` is true and the page is visible. */
function usePolling(isActive: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => document.visibilityState === 'visible' && revalidate(), POLL_MS)
    return () => clearInterval(timer)
  }, [isActive, revalidate])
}

const FAILURE = 'Failed to upload attachment'

export const loader = createPageLoader(async (args) => {
  const { db, settings } = args.context
  const newsletter = orNotFound(await findNewsletter(db, args.tutor, parsePathId(args.params.id)))
  const { id } = newsletter
  const counts = (await countDeliveries(db, args.tutor, [id])).get(id)
  const page = await paginateTroubledMails(db, args.tutor, id, getPageNumber(new URL(args.request.url).searchParams))
  const problems = mapPage(page, ({ id, email, name, state, reason }) => ({ id, email, name, state, reason }))
  const isDue = (newsletter.goesOutAt ?? '') <= new Date().toISOString()
  const route = settings.mailRoute
  const sending = counts ? { counts, problems, isDue, route } : null
  const pictures = getPictureNumbers(newsletter)
  const { content: _, ...details } = newsletter
  return {
    newsletter: details,
    blocks: parseNewsletter(newsletter, pictures),
    missing: findMissingPictures(newsletter, pictures),
    state: getNewsletterState(newsletter, counts, { now: new Date().toISOString(), route }),
    sending,
    mail: await findSendingState(args.context),
    reasons: await findHiddenReasons(
      db,
      args.tutor,
      'newsletter',
      newsletter.attachments.map((attachment) => attachment.id),
    ),
    students: newsletter.status === 'draft' ? await listStudents(db, args.tutor) : [],
  }
})

const uploadAttachments = createFormAction(
  newAttachments,
  async (attachments, { db, uploads, tutor, id }) => {
    const added = await addAttachments(db, uploads, tutor, id, attachments)
    const { length } = added
    const result = { to: paths.dashboard.newsletter.one(id), detail: joinUploadNotes(added) }
    const text = 'The attachment has been uploaded successfully.'
    if (length === 1) return { ...result, title: 'Attachment uploaded', text }
    return {
      ...result,
      title: 'Attachments uploaded',
      text: `The ${length} attachments have been uploaded successfully.`,
    }
  },
  ({ context, id }) => ({
    refused: ({ status }) => `${FAILURE}: ${status}`,
    redirectOnRefusal: refuseIfSent(context, id, FAILURE),
  }),
)

type PressButton = (tutorRequest: TutorRequest) => Promise<{ title: string; text: string; location?: string }>

/** The action of a button that changes the newsletter. Its message appears there, or at its location. */
const createButtonAction = (press: PressButton) => (tutorRequest: TutorRequest) => {
  const { context, id } = tutorRequest
  const newsletterPath = paths.dashboard.newsletter.one(id)
  const target = { location: newsletterPath, failure: 'Failed to update newsletter status' }
  return redirectOnFailure(context, target, async () => {
    const { location = newsletterPath, ...message } = await press(tutorRequest)
    return redirectWithMessage(context, location, { kind: 'success', ...message })
  })
}

export const action = createIntentAction({
  upload: uploadAttachments,
  stop: createButtonAction(({ db, tutor, id }) => stopNewsletter(db, tutor, id).then(() => stoppedMessage)),
  publish: createButtonAction(({ db, tutor, id }) =>
    publishNewsletter(db, tutor, id, true).then(() => publishedMessage),
  ),
  unpublish: createButtonAction(({ db, tutor, id }) =>
    publishNewsletter(db, tutor, id, false).then(() => unpublishedMessage),
  ),
  'take-back': createButtonAction(({ db, tutor, id }) =>
    unscheduleNewsletter(db, tutor, id).then(() => cancelledMessage),
  ),
  copy: createButtonAction(async ({ db, uploads, tutor, id }) => {
    const copy = await copyNewsletter(db, uploads, tutor, id)
    return {
      title: 'New draft created',
      text: 'It has the same text and files. You can change them now.',
      location: paths.dashboard.newsletter.edit(copy.id),
    }
  }),
  retry: createButtonAction(async ({ db, settings, tutor, id }) => {
    const number = await sendAgain(db, tutor, await findSentNewsletter(db, tutor, id), { state: 'failed' })
    return { title: 'Newsletter status updated', text: describeResend(number, settings.mailRoute) }
  }),
})

export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewsletterDetail() {
  const { sending, mail, ...view } = useLoaderData<typeof loader>()
  usePolling(Boolean(sending?.counts.pending) && mail.route !== 'none')
  return (
    <>
      <MailNotice sending={mail} />
      <NewsletterPanel {...view} sending={sending} answer={useActionData<typeof action>()} />
    </>
  )
}
