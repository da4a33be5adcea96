import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import type { Tutor } from '~/domain/accounts/account'
import { countDeliveries, hasLeft, pageOfTroubled } from '~/domain/deliveries/deliveries.server'
import { sendingState } from '~/domain/deliveries/pause.server'
import { addAttachments } from '~/domain/newsletters/attachments.server'
import { findNewsletter, picturesOf } from '~/domain/newsletters/newsletters.server'
import { newAttachments } from '~/domain/newsletters/schema'
import { blocksOf, missingPictures } from '~/domain/newsletters/text.server'
import { mapPage } from '~/domain/page.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { MailNotice } from '~/routes/parts/newsletters/mail-notice'
import { stateOf } from '~/routes/parts/newsletters/state'
import { whereSent } from '~/routes/parts/newsletters/where-sent.server'
import { pageTitle } from '~/ui/browser/page-title'
import { pageIn } from '~/ui/lists/page-links'
import { changeSending } from './actions.server'
import { NewsletterPanel } from './panel'
import { useFollow } from './use-follow'

const FAILURE = 'Failed to upload attachment'

export async function loader(args: LoaderFunctionArgs) {
  const { db, settings } = args.context
  const newsletter = orNotFound(await findNewsletter(db, pathId(args.params.id)))
  const { id } = newsletter
  const counts = (await countDeliveries(db, [id])).get(id)
  const page = await pageOfTroubled(db, id, pageIn(new URL(args.request.url).searchParams))
  const troubled = mapPage(page, ({ id, email, name, state, reason }) => ({ id, email, name, state, reason }))
  const isDue = (newsletter.goesOutAt ?? '') <= new Date().toISOString()
  const sending = counts ? { counts, troubled, canStop: !(await hasLeft(db, id)), isDue } : null
  const pictures = picturesOf(newsletter)
  const { content: _, ...shown } = newsletter
  return {
    newsletter: shown,
    blocks: blocksOf(newsletter, pictures),
    missing: missingPictures(newsletter, pictures),
    state: stateOf(newsletter, counts, new Date().toISOString()),
    sending,
    mail: await sendingState(db, settings),
  }
}

/** A draft's upload form, and a sent newsletter's buttons. */
export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const form = await readForm(args.request)
  const id = pathId(args.params.id)
  const intent = String(form.get('intent'))
  return intent === 'upload' ? attach(args, user, id, form) : changeSending(args, user, id, intent)
}

async function attach({ context }: ActionFunctionArgs, tutor: Tutor, id: number, form: FormData) {
  const elsewhere = whereSent(context, id, FAILURE)
  const refused = ({ status }: { status: number }) => `${FAILURE}: ${status}`
  return saving(
    check(form, newAttachments),
    async (attachments) => {
      const { length } = await addAttachments(context.db, context.uploads, tutor, id, attachments)
      return redirectWithMessage(context, `/dashboard/newsletter/${id}`, {
        kind: 'success',
        title: length === 1 ? 'Attachment uploaded' : 'Attachments uploaded',
        text:
          length === 1
            ? 'The attachment has been uploaded successfully.'
            : `The ${length} attachments have been uploaded successfully.`,
      })
    },
    { refused, elsewhere },
  )
}

export const meta = pageTitle<typeof loader>('Newsletter', { of: ({ newsletter }) => newsletter.title })
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewsletterDetail() {
  const { sending, mail, ...shown } = useLoaderData<typeof loader>()
  useFollow(Boolean(sending?.counts.pending))
  return (
    <>
      <MailNotice sending={mail} />
      <NewsletterPanel {...shown} sending={sending} upload={useActionData<typeof action>()?.result} />
    </>
  )
}
