import type { AppLoadContext } from '@remix-run/node'
import { useActionData, useLoaderData, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import type { Tutor } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { findHiddenReasons } from '~/domain/consent/visibility.server'
import { countDeliveries, paginateTroubledMails, sendAgain } from '~/domain/deliveries/deliveries.server'
import { findSendingState } from '~/domain/deliveries/sending.server'
import { joinUploadNotes } from '~/domain/files/notes'
import { addAttachments } from '~/domain/newsletters/attachments.server'
import { copyNewsletter, findNewsletter, getPictureNumbers } from '~/domain/newsletters/newsletters.server'
import { newAttachments } from '~/domain/newsletters/schema'
import { publishNewsletter, stopNewsletter, unscheduleNewsletter } from '~/domain/newsletters/send.server'
import { findMissingPictures, parseNewsletter } from '~/domain/newsletters/text.server'
import { mapPage } from '~/domain/page.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound, Refused } from '~/domain/refused'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectOnFailure, redirectWithMessage } from '~/http/forms/message.server'
import { createFormAction, createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { describeResend, getNewsletterState } from '~/routes/parts/newsletters/delivery-texts'
import { MailNotice } from '~/routes/parts/newsletters/mail-notice'
import { redirectIfSent } from '~/routes/parts/newsletters/redirect-if-sent.server'
import { defineScreen } from '~/screen'
import { getPageNumber } from '~/ui/lists/page-links'
import { NewsletterPanel } from './panel'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  body: 'files',
  title: 'Newsletter',
  detail: ({ newsletter }) => newsletter.title,
})

type NewsletterAction = (
  context: AppLoadContext,
  tutor: Tutor,
  id: number,
) => Promise<{ title: string; text: string; location?: string }>

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

/** Actions of a newsletter's buttons, by intent. Each returns its message, and a location if that is not the newsletter. */
const actions: Record<string, NewsletterAction> = {
  stop: ({ db }, tutor, id) => stopNewsletter(db, tutor, id).then(() => stoppedMessage),
  publish: ({ db }, tutor, id) => publishNewsletter(db, tutor, id, true).then(() => publishedMessage),
  unpublish: ({ db }, tutor, id) => publishNewsletter(db, tutor, id, false).then(() => unpublishedMessage),
  'take-back': ({ db }, tutor, id) => unscheduleNewsletter(db, tutor, id).then(() => cancelledMessage),
  copy: async ({ db, uploads }, tutor, id) => {
    const copy = await copyNewsletter(db, uploads, tutor, id)
    return {
      title: 'New draft created',
      text: 'It has the same text and files. You can change them now.',
      location: paths.dashboard.newsletter.edit(copy.id),
    }
  },
  retry: async ({ db, settings }, tutor, id) => {
    const number = await sendAgain(db, tutor, orNotFound(await findNewsletter(db, tutor, id)), { state: 'failed' })
    return { title: 'Newsletter status updated', text: describeResend(number, settings.mailRoute) }
  },
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

/** Handles a draft's upload form and a newsletter's buttons. */
export const action = createPageAction(async (args) => {
  const { context } = args
  const tutor = args.tutor
  const form = await readSubmission(args)
  const id = parsePathId(args.params.id)
  const intent = String(form.get('intent'))
  if (intent === 'upload') return uploadAttachments(args, form)
  const run = Object.hasOwn(actions, intent) ? actions[intent] : undefined
  if (!run) throw new Refused('invalid', 'Please go back and press the button again.')
  const newsletterPath = paths.dashboard.newsletter.one(id)
  return redirectOnFailure(
    context,
    { location: newsletterPath, failure: 'Failed to update newsletter status' },
    async () => {
      const { location = newsletterPath, ...message } = await run(context, tutor, id)
      return redirectWithMessage(context, location, { kind: 'success', ...message })
    },
  )
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
    redirectOnRefusal: redirectIfSent(context, id, FAILURE),
  }),
)

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
