import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { sendingState } from '~/domain/deliveries/pause.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { newTest } from '~/domain/newsletters/schema'
import { sendTest } from '~/domain/newsletters/send.server'
import { pathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { originOf } from '~/http/gate/origin'
import { newsletterContent } from '~/mail/compose.server'
import { MailNotice } from '~/routes/parts/newsletters/mail-notice'
import { pageTitle } from '~/ui/browser/page-title'
import { BackLink } from '~/ui/portal/back-link'
import { TestForm } from './test-form'

export async function loader(args: LoaderFunctionArgs) {
  const { db, settings } = args.context
  const { id, status } = orNotFound(await findNewsletter(db, pathId(args.params.id)))
  const { centre, officeEmail } = settings
  const site = { origin: originOf(args.request, settings), centre }
  const { subject, text } = orNotFound(await newsletterContent(db, id, `${site.origin}/unsubscribe/test`, site))
  return { id, isDraft: status === 'draft', subject, text, officeEmail, mail: await sendingState(db, settings) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, params, context } = args
  const id = pathId(params.id)
  const submission = check(await readForm(request), newTest)
  return saving(submission, async ({ email }) => {
    await sendTest(context.db, user, id, email)
    return redirectWithMessage(context, `/dashboard/newsletter/${id}/preview`, {
      kind: 'success',
      title: 'Test on its way',
      text: `The newsletter is being sent to ${email} as a test.`,
    })
  })
}

export const meta = pageTitle<typeof loader>('Preview', { of: ({ subject }) => subject })
export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function PreviewNewsletter() {
  const { id, isDraft, subject, text, officeEmail, mail } = useLoaderData<typeof loader>()
  return (
    <>
      <MailNotice sending={mail} />
      <BackLink to={`/dashboard/newsletter/${id}`}>Back to the newsletter</BackLink>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="preview" className="min-w-0 space-y-4">
          <h3 id="preview">Preview</h3>
          <p className="break-words">
            Subject: <strong>{subject}</strong>
          </p>
          <iframe
            src={`/dashboard/newsletter/${id}/mail`}
            title="How the email will look"
            className="h-[40rem] w-full rounded border-2 border-line bg-white"
          />
          <section aria-labelledby="plain" className="space-y-2">
            {/* Not a heading: after those in the frame it would skip levels. */}
            <p id="plain" className="font-bold">
              The same in plain text, for email apps that don’t show colours or pictures
            </p>
            <pre className="whitespace-pre-wrap break-words rounded border border-line bg-white p-4 text-small">
              {text}
            </pre>
          </section>
        </section>
        <TestForm email={officeEmail} isDraft={isDraft} result={useActionData<typeof action>()?.result} />
      </div>
    </>
  )
}
