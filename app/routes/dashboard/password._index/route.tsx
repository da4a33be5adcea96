import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmPassword } from '~/auth/current-password.server'
import { deviceHeader } from '~/auth/device.server'
import { sessionOf, userOf } from '~/auth/identity.server'
import { refuseGuessable } from '~/domain/accounts/password.server'
import { changePassword } from '~/domain/accounts/people.server'
import { type OwnPassword, ownPassword } from '~/domain/accounts/schema'
import { findSecondStep } from '~/domain/accounts/second-step.server'
import { together } from '~/domain/refused'
import { logSecurity } from '~/http/errors/security-log.server'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { OwnPasswordForm } from './own-password-form'
import { SecondStepCard } from './second-step-card'

export async function loader(args: LoaderFunctionArgs) {
  const user = userOf(args)
  const { username, role } = user
  return { username, role, secondStep: await findSecondStep(args.context.db, user.id) }
}

export async function action(args: ActionFunctionArgs) {
  const { id: keptSession, user } = sessionOf(args)
  const { request, context } = args
  const submission = check(await readForm(request), ownPassword)
  const { db, settings, network } = context
  const { centre } = settings
  const also = async ({ newPassword }: { newPassword?: unknown }) => {
    const { data } = ownPassword.shape.newPassword.safeParse(newPassword)
    if (data) await refuseGuessable(data, user, centre, 'newPassword')
  }
  const change = async ({ currentPassword, newPassword }: OwnPassword) => {
    await together([confirmPassword(context, user, currentPassword), also({ newPassword })])
    await changePassword(db, user, user.id, newPassword, centre, { field: 'newPassword', keptSession })
    logSecurity('password changed', { userId: user.id, network })
    const text = 'Please use your new password from now on. Your other phones and computers are logged out.'
    const message = { kind: 'success', title: 'Password changed', text } as const
    // The device was known by the old password's hash.
    const headers = new Headers({ 'Set-Cookie': await deviceHeader(args, user) })
    return redirectWithMessage(context, '/dashboard/password', message, headers)
  }
  return saving(submission, change, { also })
}

export const meta = pageTitle('Your password')
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Password() {
  const { username, role, secondStep } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <h2>Your password</h2>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        <OwnPasswordForm username={username} result={result} />
        {role === 'tutor' && <SecondStepCard secondStep={secondStep} />}
      </div>
    </>
  )
}
