import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SECOND_STEP_PAGE, tutorOf } from '~/auth/identity.server'
import { confirmPassword } from '~/auth/throttle.server'
import { currentPassword } from '~/domain/accounts/schema'
import { findSecondStep, turnOffSecondStep } from '~/domain/accounts/second-step.server'
import { Refused } from '~/domain/refused'
import { logSecurity } from '~/http/errors/security-log.server'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { PasswordForm } from '~/routes/parts/second-step/password-form'
import { pageTitle } from '~/ui/browser/page-title'
import { Card } from '~/ui/card'

export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  const { db, settings } = args.context
  if (!(await findSecondStep(db, user.id))) throw redirect(SECOND_STEP_PAGE, { status: 303 })
  return { username: user.username, isRequired: settings.secondStep === 'required' }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, context } = args
  const submission = check(await readForm(request), currentPassword)
  const done = () => {
    const text = 'From now on you log in with your password alone. You can delete the key from your app.'
    const message = { kind: 'success', title: 'Second step turned off', text } as const
    return redirectWithMessage(context, '/dashboard/password', message)
  }
  // Already turned off, in another window or by somebody else, counts as done.
  const elsewhere = (error: unknown) => (error instanceof Refused && error.status === 409 ? done() : undefined)
  return saving(
    submission,
    async (fields) => {
      await confirmPassword(context, user, fields.currentPassword)
      await turnOffSecondStep(context.db, user, user.id, { endSessions: false })
      logSecurity('second step off', { userId: user.id, recordId: user.id, network: context.network }, 'warn')
      return done()
    },
    { elsewhere },
  )
}

export const meta = pageTitle('Turn off the second step')
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function TurnOff() {
  const { username, isRequired } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <Card className="max-w-2xl">
      <h2>Turn off the second step</h2>
      <p className="mt-4">
        After that, your password alone opens the portal, for you and for anyone who learns it. The codes from your app
        and your recovery codes will stop working.
      </p>
      {isRequired && (
        <p className="mt-2">
          Every tutor here needs a second step, so you will be asked to set it up again right away.
        </p>
      )}
      <PasswordForm
        id="off"
        username={username}
        result={result}
        variant="danger"
        submitLabel="Turn off"
        pendingLabel="Turning off..."
        failure="Failed to turn off the second step"
        cancelTo="/dashboard/password/second-step"
      />
    </Card>
  )
}
