import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { sendingState } from '~/domain/deliveries/pause.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { AlreadySent, NewsletterRefused } from '~/domain/newsletters/refused'
import { newSending } from '~/domain/newsletters/schema'
import { countReaders, sendNewsletter } from '~/domain/newsletters/send.server'
import { pathId } from '~/domain/path-id'
import { readForm } from '~/http/body'
import { check, failed, refused } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { MailNotice } from '~/routes/parts/newsletters/mail-notice'
import { NewsletterTabs } from '~/routes/parts/newsletters/newsletter-tabs'
import { refusedNewsletter } from '~/routes/parts/newsletters/refused.server'
import { pageTitle } from '~/ui/page-title'
import { SendForm } from './send-form'

const FAILURE = 'Failed to update newsletter status'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const { db, settings } = args.context
  const newsletter = await findNewsletter(db, pathId(args.params.id))
  if (!newsletter) throw notFound(args.request)
  const { id, title, status, attachments } = newsletter
  if (status === 'sent') throw redirect(`/dashboard/newsletter/${id}`)
  const { holdSeconds } = settings.newsletter
  return {
    newsletter: { id, title, attached: attachments.length },
    readers: await countReaders(db),
    holdSeconds,
    mail: await sendingState(db, settings),
  }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const id = pathId(params.id)
  const submission = check(await readForm(request), newSending)
  if (submission.status !== 'success') return refused(submission.reply())
  const { holdSeconds } = context.settings.newsletter
  try {
    if (!(await sendNewsletter(context.db, user, id, { ...submission.value, holdSeconds }))) throw notFound(request)
  } catch (error) {
    if (error instanceof Response) throw error
    if (error instanceof AlreadySent) return refusedNewsletter(context, id, FAILURE, error)
    if (error instanceof NewsletterRefused) return refused(submission.reply({ formErrors: [error.message] }), 409)
    return failed(submission, `${FAILURE}: 500`, error)
  }
  return redirectWithMessage(context, `/dashboard/newsletter/${id}`, {
    kind: 'success',
    title: 'Newsletter status updated',
    text: 'The newsletter status has been updated successfully.',
  })
}

export const meta = pageTitle('Send Newsletter')
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'

export default function SendNewsletter() {
  const { newsletter, readers, holdSeconds, mail } = useLoaderData<typeof loader>()
  return (
    <NewsletterTabs current="/dashboard/newsletter">
      <MailNotice sending={mail} />
      <SendForm
        newsletter={newsletter}
        readers={readers}
        holdSeconds={holdSeconds}
        result={useActionData<typeof action>()?.result}
      />
    </NewsletterTabs>
  )
}
