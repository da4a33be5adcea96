import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getCookieCheckPath } from '~/auth/cookie-check'
import { openSession } from '~/auth/log-in.server'
import { openLink } from '~/auth/secret-links.server'
import { operator } from '~/domain/accounts/account'
import { validatePerson } from '~/domain/accounts/people.server'
import { hasAccounts, setUp } from '~/domain/centre/centre.server'
import { type FirstStart, firstStart } from '~/domain/centre/schema'
import { NO_SUCH_PAGE } from '~/http/errors/refusal'
import { refuseForm } from '~/http/forms/body'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'
import { NotFound } from '~/ui/error-page'
import { PasswordField, TextArea, TextField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Container, PageHeading } from '~/ui/site/page'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: (data) => (data?.isOpen ? 'Set up your website' : 'Page Not Found'),
  // If there is nothing to set up, the page looks like any unknown page.
  scripts: (data) => data?.isOpen === true,
  isTask: (data) => data?.isOpen === true,
})

/** True for the secret that the log printed; null for any other. */
const openSetUp = ({ params: { secret }, context }: LoaderFunctionArgs) =>
  openLink(context, 'set-up address', secret, async (_db, typed) => context.setUp.matches(typed) || null)

/** Without the secret, or once there is an account, this responds like any unknown page ($/route.tsx). */
export async function loader(args: LoaderFunctionArgs) {
  const isOpen = (await openSetUp(args)) !== null && !(await hasAccounts(args.context.db))
  // Without the secret, even the headers are those of an unknown page.
  const headers: HeadersInit = isOpen ? { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' } : {}
  return data({ isOpen }, { status: isOpen ? 200 : 404, headers })
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const { db, network, securityLog } = context
  if (!(await openSetUp(args))) throw await refuseForm(args, 404, NO_SUCH_PAGE)
  // The tutor pressed the button twice, or another person with the secret was faster.
  if (await hasAccounts(db)) return redirect(`${paths.portal}?set-up-already`, 303)
  return handleSubmission(
    parseForm(await readSubmission(args), firstStart),
    async (form) => {
      const tutor = await setUp(db, context.settings.centre, form)
      securityLog.record('account added', { network, userId: tutor.id, recordId: tutor.id })
      const { headers } = await openSession(args, tutor, false)
      const text = 'One step is left: choose which examples the website shows.'
      const message = { kind: 'success', title: `${form.shortName} is set up`, text } as const
      const next = getCookieCheckPath(paths.dashboard.profile.website.examples, request)
      return redirectWithMessage(context, next, message, headers)
    },
    {
      refine: (typed) =>
        validatePerson(db, operator, typed, {
          name: String(typed.name ?? ''),
          shortName: String(typed.shortName ?? ''),
        }),
    },
  )
}

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders
export { publicMeta as meta } from '~/ui/site/public-meta'

export default function SetUp() {
  const answer = useActionData<typeof action>()
  if (!useLoaderData<typeof loader>().isOpen) return <NotFound />
  return (
    <>
      <PageHeading heading="Set up your website">
        <p>Tell us about your centre, and create your account. You can change everything later.</p>
      </PageHeading>
      <Container className="py-12 lg:py-16">
        <FirstStartForm answer={answer ?? undefined} />
      </Container>
    </>
  )
}

/**
 * The set-up form. It has no idempotency key, since its response logs the tutor in. It reloads the document, since the centre's
 * name changes on every page.
 */
function FirstStartForm({ answer }: { answer?: FormResult }) {
  const [form, fields] = useSiteForm<FirstStart>({ id: 'set-up', result: answer?.result })
  const { name, shortName, phone, email, address, firstName, lastName, username, password } = fields
  return (
    <Card className="max-w-2xl">
      <ValidatedForm
        form={form}
        failure="Failed to set up the website"
        hasIdempotencyKey={false}
        reloadDocument
        className="space-y-8"
      >
        <div className="space-y-6">
          <h2>Your centre</h2>
          <TextField
            field={name}
            required
            label="Name of the centre"
            hint="The full name."
            autoComplete="organization"
          />
          <TextField
            field={shortName}
            required
            label="Short name"
            hint="The name people use. It appears next to the logo and in the text."
          />
          <TextField
            field={phone}
            required
            label="Telephone"
            type="tel"
            hint="The website shows it just as you type it."
            autoComplete="tel"
          />
          <TextField
            field={email}
            required
            label="Email"
            type="email"
            hint="The office’s email address. It is on every page."
            autoComplete="email"
          />
          <TextArea
            field={address}
            required
            label="Address"
            rows={3}
            hint="Put a comma or a new line after each part."
          />
        </div>
        <div className="space-y-6 border-t border-line pt-8">
          <h2>You, the first tutor</h2>
          <p>Tutors can change the website and add people. You can add more tutors later.</p>
          <TextField field={firstName} required label="First name" autoComplete="given-name" />
          <TextField field={lastName} label="Last name" autoComplete="family-name" />
          <TextField
            field={username}
            required
            label="Username"
            hint="Letters, numbers, dots and dashes. For example: daniel.o"
            autoComplete="username"
            isLiteral
          />
          <PasswordField
            field={password}
            required
            label="Password"
            hint="At least 8 characters. Three short words are easy to remember."
            autoComplete="new-password"
          />
        </div>
        <SubmitButton submitLabel="Set up the website" pendingLabel="Setting up..." />
      </ValidatedForm>
    </Card>
  )
}
