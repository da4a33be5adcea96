import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SECOND_STEP_PAGE } from '~/auth/identity.server'
import { confirmPassword } from '~/auth/throttle.server'
import { currentPassword } from '~/domain/accounts/schema'
import { findSecondStep, turnOffSecondStep } from '~/domain/accounts/second-step.server'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { OwnPasswordForm } from '~/routes/parts/second-step/second-step'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'

export const handle = defineScreen({ access: 'tutor', bundle: 'password', title: 'Turn off the second step' })

export const loader = createPageLoader(async ({ db, settings, tutor }) => {
  if (!(await findSecondStep(db, tutor, tutor.id))) throw redirect(SECOND_STEP_PAGE, { status: 303 })
  return { username: tutor.username, isRequired: settings.secondStep === 'required' }
})

const turnedOffResult = {
  to: paths.dashboard.password.index,
  title: 'Second step turned off',
  text: 'From now on you log in with your password alone. You can delete the key from your app.',
}

export const action = createFormAction(
  currentPassword,
  async (fields, { context, db, network, securityLog, tutor }) => {
    await confirmPassword(context, tutor, fields.currentPassword)
    // Already off, from another window or by someone else: report success.
    if (!(await findSecondStep(db, tutor, tutor.id))) return turnedOffResult
    await turnOffSecondStep(db, tutor, tutor.id, { endSessions: false })
    securityLog.record('second step off', { userId: tutor.id, recordId: tutor.id, network }, 'warn')
    return turnedOffResult
  },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
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
      <OwnPasswordForm
        id="off"
        username={username}
        result={result}
        variant="danger"
        submitLabel="Turn off"
        pendingLabel="Turning off..."
        failure="Failed to turn off the second step"
        cancelTo={paths.dashboard.password.secondStep.index}
      />
    </Card>
  )
}
