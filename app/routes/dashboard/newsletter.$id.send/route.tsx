import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { sendingState } from '~/domain/deliveries/pause.server'
import { dublinAt } from '~/domain/dublin'
import { findNewsletter, picturesOf } from '~/domain/newsletters/newsletters.server'
import { newSending } from '~/domain/newsletters/schema'
import { countReaders, sendLater, sendNewsletter } from '~/domain/newsletters/send.server'
import { missingPictures } from '~/domain/newsletters/text.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { MailNotice } from '~/routes/parts/newsletters/mail-notice'
import { MissingPictures } from '~/routes/parts/newsletters/missing-pictures'
import { onceSent } from '~/routes/parts/newsletters/once-sent.server'
import { pageTitle } from '~/ui/browser/page-title'
import { dayInWords, timeInWords } from '~/ui/dates'
import { SendForm } from './send-form'

const FAILURE = 'Failed to update newsletter status'

export async function loader(args: LoaderFunctionArgs) {
  const { db, settings } = args.context
  const newsletter = orNotFound(await findNewsletter(db, pathId(args.params.id)))
  const { id, title, status, attachments, leavesAt, leavesTo } = newsletter
  if (status === 'sent') throw redirect(`/dashboard/newsletter/${id}`)
  const { holdSeconds } = settings.newsletter
  const [day, time] = leavesAt ? dublinAt(new Date(leavesAt)).split(' ') : []
  const leaving = leavesTo && { audience: leavesTo, day, time }
  return {
    newsletter: { id, title, attached: attachments.length, leaving },
    missing: missingPictures(newsletter, picturesOf(newsletter)),
    readers: await countReaders(db),
    holdSeconds,
    mail: await sendingState(db, settings),
  }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const id = pathId(params.id)
  const submission = check(await readForm(request), newSending)
  const elsewhere = onceSent(context, id, FAILURE)
  return saving(
    submission,
    async ({ audience, leavesAt }) => {
      const { holdSeconds } = context.settings.newsletter
      if (leavesAt) {
        await sendLater(context.db, user, id, { audience, leavesAt })
        return redirectWithMessage(context, `/dashboard/newsletter/${id}`, {
          kind: 'success',
          title: 'Newsletter status updated',
          text: `The newsletter leaves by itself on ${dayInWords(leavesAt)} at ${timeInWords(leavesAt)}.`,
        })
      }
      await sendNewsletter(context.db, user, id, { audience, holdSeconds })
      return redirectWithMessage(context, `/dashboard/newsletter/${id}`, {
        kind: 'success',
        title: 'Newsletter status updated',
        text: 'The newsletter status has been updated successfully.',
      })
    },
    { elsewhere },
  )
}

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
