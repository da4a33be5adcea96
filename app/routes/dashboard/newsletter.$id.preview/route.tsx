import { useActionData, useLoaderData } from '@remix-run/react'
import { findSendingState, type SendingState } from '~/domain/deliveries/sending.server'
import { findNewsletter } from '~/domain/newsletters/newsletters.server'
import { newTest } from '~/domain/newsletters/schema'
import { sendTest } from '~/domain/newsletters/send.server'
import { orNotFound } from '~/domain/refused'
import { createFormAction, createRecordLoader } from '~/http/forms/pages.server'
import { getOrigin } from '~/http/middleware/canonical'
import { previewNewsletterMail } from '~/mail/compose.server'
import { paths } from '~/paths'
import { getWaitingReason, MailNotice } from '~/routes/parts/newsletters/mail-notice'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'
import { TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Preview',
  detail: ({ subject }) => subject,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findNewsletter(db, tutor, id),
  async ({ id, status }, { db, settings, mailStatus, request, tutor }) => {
    const { centre, officeEmail } = settings
    const site = { origin: getOrigin(request, settings), centre }
    const { subject, text } = orNotFound(
      await previewNewsletterMail(db, tutor, id, `${site.origin}${paths.unsubscribe.one('test')}`, site),
    )
    return {
      id,
      isDraft: status === 'draft',
      subject,
      text,
      officeEmail,
      mail: await findSendingState({ db, settings, mailStatus }),
    }
  },
)
export const action = createFormAction(newTest, async ({ email }, { db, settings, mailStatus, tutor, id }) => {
  await sendTest(db, tutor, id, email)
  return {
    to: paths.dashboard.newsletter.preview(id),
    ...buildTestMessage(email, await findSendingState({ db, settings, mailStatus })),
  }
})

function buildTestMessage(email: string, sending: SendingState) {
  if (sending.route === 'outbox')
    return {
      title: 'Test saved to the outbox',
      text: `This is a demonstration: no email goes to ${email}.`,
    }
  const reason = getWaitingReason(sending)
  if (reason) return { title: 'Your test is waiting', text: `It will go to ${email} later, because ${reason}.` }
  return { title: 'Test on its way', text: `The newsletter is being sent to ${email} as a test.` }
}

export { NewsletterError as ErrorBoundary } from '~/routes/parts/newsletters/newsletter-error'
export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function PreviewNewsletter() {
  const { id, subject, text, mail } = useLoaderData<typeof loader>()
  return (
    <>
      <MailNotice sending={mail} />
      <BackLink to={paths.dashboard.newsletter.one(id)}>Back to the newsletter</BackLink>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="preview" className="min-w-0 space-y-4">
          <h3 id="preview">Preview</h3>
          <p className="break-words">
            Subject: <strong>{subject}</strong>
          </p>
          <iframe
            src={paths.dashboard.newsletter.mail(id)}
            title="How the email will look"
            className="h-[40rem] w-full rounded border-2 border-line bg-white"
          />
          <section aria-labelledby="plain" className="space-y-2">
            {/* Not a heading, because it would skip levels after the headings in the frame. */}
            <p id="plain" className="font-bold">
              Plain text version, for email apps that don’t show colours or pictures
            </p>
            <pre className="whitespace-pre-wrap break-words rounded border border-line bg-white p-4 text-small">
              {text}
            </pre>
          </section>
        </section>
        <TestForm />
      </div>
    </>
  )
}

const loadRules = () => import('~/domain/newsletters/schema').then(({ newTest }) => newTest)

function TestForm() {
  const { officeEmail, isDraft } = useLoaderData<typeof loader>()
  const [form, fields] = useSiteForm<{ email: string }>({
    id: 'test',
    intent: 'test',
    result: useActionData<typeof action>()?.result,
    defaultValue: { email: officeEmail },
    rules: loadRules,
  })
  return (
    <Card as="section" aria-labelledby="test-heading">
      <p id="test-heading" className="text-h3 font-bold">
        Send yourself a test
      </p>
      <p className="mt-2">See the email in your own inbox first. Only the address below will get it.</p>
      {isDraft && (
        <p className="mt-2">You will see the pictures. Links to files work only once the newsletter is sent.</p>
      )}
      <ValidatedForm
        form={form}
        intent="test"
        failure={{ text: (status) => `Failed to send the test: ${status}` }}
        replace
        preventScrollReset
        className="mt-4 space-y-4"
      >
        <TextField field={fields.email} required label="Email Address" type="email" autoComplete="email" />
        <SubmitButton
          variant="secondary"
          className="w-full sm:w-auto"
          submitLabel="Send a test"
          pendingLabel="Sending..."
        />
      </ValidatedForm>
    </Card>
  )
}
