import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { createDeviceCookieHeader } from '~/auth/device.server'
import { getSession, getUser } from '~/auth/identity.server'
import { confirmPassword } from '~/auth/throttle.server'
import { refuseGuessable } from '~/domain/accounts/password.server'
import { changePassword } from '~/domain/accounts/people.server'
import { type OwnPassword, ownPassword } from '~/domain/accounts/schema'
import { findSecondStep, type StoredSecondStep } from '~/domain/accounts/second-step.server'
import { collectErrors } from '~/domain/refused'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { CurrentPasswordField } from '~/ui/forms/current-password'
import { PasswordField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'
import { SectionCard } from '~/ui/section-card'

export const handle = defineScreen({ access: 'user', bundle: 'password', title: 'Your password' })

export async function loader(args: LoaderFunctionArgs) {
  const user = getUser(args)
  const { username, role } = user
  return { username, role, secondStep: await findSecondStep(args.context.db, user, user.id) }
}

export async function action(args: ActionFunctionArgs) {
  const { id: currentSession, user } = getSession(args)
  const { context } = args
  const submission = parseForm(await readSubmission(args), ownPassword)
  const { db, settings, network, securityLog } = context
  const { centre } = settings
  const checkNewPassword = async ({ newPassword }: { newPassword?: unknown }) => {
    const { data } = ownPassword.shape.newPassword.safeParse(newPassword)
    if (data) await refuseGuessable(data, user, centre, 'newPassword')
  }
  const saveNewPassword = async ({ currentPassword, newPassword }: OwnPassword) => {
    await collectErrors([confirmPassword(context, user, currentPassword), checkNewPassword({ newPassword })])
    await changePassword(db, user, user.id, newPassword, centre, {
      field: 'newPassword',
      exceptSession: currentSession,
    })
    securityLog.record('password changed', { userId: user.id, network })
    const text = 'Please use your new password from now on. Your other phones and computers are logged out.'
    const message = { kind: 'success', title: 'Password changed', text } as const
    // The old password's hash identified the device.
    const headers = new Headers({ 'Set-Cookie': await createDeviceCookieHeader(args, user) })
    return redirectWithMessage(context, paths.dashboard.password.index, message, headers)
  }
  return handleSubmission(submission, saveNewPassword, { refine: checkNewPassword })
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Password() {
  const { username, role, secondStep } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <BackLink to={paths.settings}>My settings</BackLink>
      <h2>Your password</h2>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        <OwnPasswordForm username={username} result={result} />
        {role === 'tutor' && <SecondStepCard secondStep={secondStep} />}
      </div>
    </>
  )
}

function OwnPasswordForm({ username, result }: { username: string; result?: SubmissionResult<string[]> }) {
  const [form, fields] = useSiteForm<OwnPassword>({ id: 'own-password', result })
  return (
    <SectionCard id="own-password-heading" title="Change your password">
      <ValidatedForm form={form} failure="Failed to change password" className="mt-4 space-y-6">
        <CurrentPasswordField field={fields.currentPassword} username={username} />
        <PasswordField
          field={fields.newPassword}
          required
          label="New password"
          hint="At least 8 characters. Three words that don’t belong together are easy to remember."
          autoComplete="new-password"
        />
        <SubmitButton submitLabel="Change password" pendingLabel="Saving..." />
      </ValidatedForm>
    </SectionCard>
  )
}

function SecondStepCard({ secondStep }: { secondStep: StoredSecondStep | null }) {
  return (
    <Card as="section" aria-labelledby="second-step-heading">
      <div className="flex flex-wrap items-center gap-4">
        <h3 id="second-step-heading">Second step</h3>
        <Badge tone={secondStep ? 'moss' : 'stone'}>{secondStep ? 'On' : 'Off'}</Badge>
      </div>
      <p className="mt-4">
        {secondStep
          ? 'When you log in, we ask for your password and then for a code from the app on your phone.'
          : 'When you log in, we can ask for a code from your phone after your password. Then nobody can log in with just a stolen password.'}
      </p>
      <ButtonLink to={paths.dashboard.password.secondStep.index} variant="secondary" className="mt-6">
        {secondStep ? 'Manage your second step' : 'Set up a second step'}
      </ButtonLink>
    </Card>
  )
}
