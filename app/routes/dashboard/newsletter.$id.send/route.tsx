import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { sendingState } from '~/domain/deliveries/pause.server'
import { dublinAt } from '~/domain/dublin'
import { findNewsletter, picturesOf } from '~/domain/newsletters/newsletters.server'
import { newSending } from '~/domain/newsletters/schema'
import { countReaders, sendLater, sendNewsletter } from '~/domain/newsletters/send.server'
import { missingPictures } from '~/domain/newsletters/text.server'
import { formAction, recordLoader } from '~/http/forms/pages.server'
import { MailNotice } from '~/routes/parts/newsletters/mail-notice'
import { MissingPictures } from '~/routes/parts/newsletters/missing-pictures'
import { whereSent } from '~/routes/parts/newsletters/where-sent.server'
import { pageTitle } from '~/ui/browser/page-title'
import { dayInWords, timeInWords } from '~/ui/dates'
import { SendForm } from './send-form'

export const loader = recordLoader(
  ({ db, id }) => findNewsletter(db, id),
  async (newsletter, { db, settings }) => {
    const { id, title, status, attachments, leavesAt, leavesTo } = newsletter
    if (status === 'sent') throw redirect(`/dashboard/newsletter/${id}`)
    const [day, time] = leavesAt ? dublinAt(new Date(leavesAt)).split(' ') : []
    return {
      newsletter: { id, title, attached: attachments.length, leaving: leavesTo && { audience: leavesTo, day, time } },
      missing: missingPictures(newsletter, picturesOf(newsletter)),
      readers: await countReaders(db),
      holdSeconds: settings.newsletter.holdSeconds,
      mail: await sendingState(db, settings),
    }
  },
)

export const action = formAction(
  newSending,
  async ({ audience, leavesAt }, { db, settings, tutor, id }) => {
    const done = { to: `/dashboard/newsletter/${id}`, title: 'Newsletter status updated' }
    if (leavesAt) {
      await sendLater(db, tutor, id, { audience, leavesAt })
      const at = `${dayInWords(leavesAt)} at ${timeInWords(leavesAt)}`
      return { ...done, text: `The newsletter leaves by itself on ${at}.` }
    }
    await sendNewsletter(db, tutor, id, { audience, holdSeconds: settings.newsletter.holdSeconds })
    return { ...done, text: 'The newsletter status has been updated successfully.' }
  },
  ({ context, id }) => ({ elsewhere: whereSent(context, id, 'Failed to update newsletter status') }),
)

export const meta = pageTitle<typeof loader>('Send Newsletter', { of: ({ newsletter }) => newsletter.title })
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function SendNewsletter() {
  const { mail, missing, ...sending } = useLoaderData<typeof loader>()
  return (
    <>
      <MailNotice sending={mail} />
      <MissingPictures missing={missing} />
      <SendForm {...sending} result={useActionData<typeof action>()?.result} />
    </>
  )
}
