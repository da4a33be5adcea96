import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { countDeliveries, hasLeft, listTroubled } from '~/domain/deliveries/deliveries.server'
import { sendingState } from '~/domain/deliveries/pause.server'
import { FileRefused } from '~/domain/files/refused'
import { addAttachment } from '~/domain/newsletters/attachments.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { NewsletterRefused } from '~/domain/newsletters/refused'
import { newAttachment } from '~/domain/newsletters/schema'
import { pathId } from '~/domain/path-id'
import { readForm, UPLOAD_LIMIT } from '~/http/body'
import { check } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { MailNotice } from '~/routes/parts/newsletters/mail-notice'
import { NewsletterTabs } from '~/routes/parts/newsletters/newsletter-tabs'
import { refusedNewsletter } from '~/routes/parts/newsletters/refused.server'
import { pageTitle } from '~/ui/page-title'
import { changeSending } from './deeds.server'
import { NewsletterPanel } from './panel'
import { useFollow } from './use-follow'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const { db, settings } = args.context
  const newsletter = await findNewsletter(db, pathId(args.params.id))
  if (!newsletter) throw notFound(args.request)
  const { id } = newsletter
  const counts = (await countDeliveries(db, id)).get(id)
  const troubled = (await listTroubled(db, id)).map(({ id, email, name, state, reason }) => {
    return { id, email, name, state, reason }
  })
  const isDue = (newsletter.goesOutAt ?? '') <= new Date().toISOString()
  const sending = counts ? { counts, troubled, canStop: !(await hasLeft(db, id)), isDue } : null
  return { newsletter, sending, mail: await sendingState(db, settings) }
}

/** A draft's upload form, and the buttons of a sent one. */
export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { context, request, params } = args
  const form = await readForm(request, UPLOAD_LIMIT)
  const id = pathId(params.id)
  if (form.get('intent') !== 'upload') return changeSending(args, user, id, String(form.get('intent')))
  const submission = check(form, newAttachment)
  if (submission.status !== 'success') return data({ upload: submission.reply() }, { status: 400 })
  try {
    if (!(await addAttachment(context.db, context.uploads, user, id, submission.value))) throw notFound(request)
  } catch (error) {
    if (error instanceof NewsletterRefused) return refusedNewsletter(context, id, 'Failed to upload attachment', error)
    if (!(error instanceof FileRefused)) throw error
    const refusal = { formErrors: ['Failed to upload attachment: 400'], fieldErrors: { file: [error.message] } }
    return data({ upload: submission.reply(refusal) }, { status: 400 })
  }
  return redirectWithMessage(context, `/dashboard/newsletter/${id}`, {
    kind: 'success',
    title: 'Attachment uploaded',
    text: 'The attachment has been uploaded successfully.',
  })
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageTitle(args.data?.newsletter.title ?? 'Newsletter not found')(args)
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'

export default function NewsletterDetail() {
  const { newsletter, sending, mail } = useLoaderData<typeof loader>()
  useFollow(Boolean(sending?.counts.pending))
  return (
    <NewsletterTabs current="/dashboard/newsletter">
      <MailNotice sending={mail} />
      <NewsletterPanel newsletter={newsletter} sending={sending} upload={useActionData<typeof action>()?.upload} />
    </NewsletterTabs>
  )
}
