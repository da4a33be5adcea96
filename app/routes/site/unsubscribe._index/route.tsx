import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { unsubscribeRequest } from '~/domain/subscribers/schema'
import { requestUnsubscribeLink } from '~/domain/subscribers/subscription.server'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { countRequestedMail } from '~/http/limits/spam.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import type { MailRoute } from '~/settings.server'
import { useCentre } from '~/ui/browser/root-data'
import { Card } from '~/ui/card'
import { MessageBox } from '~/ui/dialogs/message'
import { TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { PhoneLink } from '~/ui/site/contact-links'
import { Container, PageHeading } from '~/ui/site/page'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: 'Unsubscribe',
  description: 'Stop our newsletter if you no longer have any of our emails.',
  detail: ({ isRequested, mailRoute }) => (isRequested ? requestedTexts[mailRoute].page : 'Get the link by email'),
  scripts: true,
  isTask: true,
  cache: 'private',
})

export function loader({ request, context }: LoaderFunctionArgs) {
  return { isRequested: new URL(request.url).searchParams.has('asked'), mailRoute: context.settings.mailRoute }
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const form = await readSubmission(args)
  countRequestedMail(context)
  return handleSubmission(parseForm(form, unsubscribeRequest), async ({ email }) => {
    await requestUnsubscribeLink(context.db, email)
    return redirect(`${paths.unsubscribe.index}?asked`, { status: 303 })
  })
}

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

/** For readers who no longer have a newsletter with the link. */
export default function UnsubscribeByEmail() {
  const { shortName } = useCentre()
  const { isRequested, mailRoute } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading heading="Unsubscribe">
        <p>Here is how to stop the {shortName} newsletter.</p>
      </PageHeading>
      <Container className="space-y-8 py-12 lg:py-16">
        {isRequested ? <LinkRequested mailRoute={mailRoute} /> : <RequestLinkForm />}
      </Container>
    </>
  )
}

const requestedTexts: Record<MailRoute, { page: string; title: string; text: string }> = {
  server: {
    page: 'Check your email',
    title: 'If this address is on our list, a link is on its way to it.',
    text: 'Open the email and press the link. It can take a few minutes. We only send one link a day.',
  },
  none: {
    page: 'We will send the link later',
    title: 'We can’t send emails at the moment.',
    text: 'If this address is on our list, we will send the link later.',
  },
  outbox: {
    page: 'No email will come',
    title: 'This is a demonstration, so no email will come.',
    text: 'On a real website you would get a link by email, if the address is on the list.',
  },
}

function LinkRequested({ mailRoute }: { mailRoute: MailRoute }) {
  const { title, text } = requestedTexts[mailRoute]
  return (
    <div className="max-w-2xl space-y-6">
      <MessageBox kind={mailRoute === 'server' ? 'success' : 'error'} title={title} text={text} />
      {mailRoute === 'none' && <RingUs />}
      <p>
        <Link to={paths.unsubscribe.index} className="inline-flex min-h-target items-center font-bold">
          Try another address
        </Link>
      </p>
    </div>
  )
}

function RequestLinkForm() {
  const answer = useActionData<typeof action>()
  const [form, fields] = useSiteForm<{ email: string }>({ id: 'unsubscribe', result: answer?.result })
  return (
    <>
      <div className="prose">
        <p>Every newsletter has a link at the end. Open that link and press the button. That is the quickest way.</p>
        <p>No longer have any of our emails? Type your email address here and we will send you the link.</p>
      </div>
      <Card as="section" aria-labelledby="by-address" className="max-w-2xl">
        <h2 id="by-address" className="text-h3">
          Get the link by email
        </h2>
        <ValidatedForm
          form={form}
          failure="Failed to send the link"
          action={`${paths.unsubscribe.index}?index`}
          className="mt-4 space-y-6"
        >
          <TextField field={fields.email} required label="Email address" type="email" autoComplete="email" />
          <SubmitButton className="w-full sm:w-auto" submitLabel="Send me the link" pendingLabel="Sending..." />
        </ValidatedForm>
      </Card>
      <RingUs />
    </>
  )
}

function RingUs() {
  return (
    <p>
      You can also ring us on
      <PhoneLink isInText />. We will do it for you.
    </p>
  )
}
