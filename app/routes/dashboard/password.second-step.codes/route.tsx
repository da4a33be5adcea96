import { data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SECOND_STEP_PAGE } from '~/auth/identity.server'
import { confirmPassword } from '~/auth/throttle.server'
import { currentPassword } from '~/domain/accounts/schema'
import { findSecondStep, renewRecoveryCodes } from '~/domain/accounts/second-step.server'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { OwnPasswordForm, RecoveryCodes } from '~/routes/parts/second-step/second-step'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'

export const handle = defineScreen({ access: 'tutor', bundle: 'password', title: 'New recovery codes' })

export const loader = createPageLoader(async ({ db, tutor }) => {
  if (!(await findSecondStep(db, tutor, tutor.id))) throw redirect(SECOND_STEP_PAGE, { status: 303 })
  return { username: tutor.username }
})

type Answer = FormResult & { recoveryCodes?: string[] }

export const action = createPageAction(async (args) => {
  const user = args.tutor
  const { context } = args
  const submission = parseForm(await readSubmission(args), currentPassword)
  return handleSubmission(submission, async (fields) => {
    await confirmPassword(context, user, fields.currentPassword)
    // That page shows that the second step is off.
    if (!(await findSecondStep(context.db, user, user.id))) return redirect(SECOND_STEP_PAGE, { status: 303 })
    const recoveryCodes = await renewRecoveryCodes(context.db, user)
    context.securityLog.record('recovery codes made', { userId: user.id, network: context.network })
    return data<Answer>({ result: submission.reply(), recoveryCodes })
  })
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function NewRecoveryCodes() {
  const { username } = useLoaderData<typeof loader>()
  const answer: Answer | undefined = useActionData<typeof action>()
  if (answer?.recoveryCodes) return <RecoveryCodes title="You have new codes" codes={answer.recoveryCodes} />
  return (
    <Card className="max-w-2xl">
      <h2>New recovery codes</h2>
      <p className="mt-4">
        You will get 10 new codes. The ones you have now will stop working, so please throw them away.
      </p>
      <OwnPasswordForm
        id="codes"
        username={username}
        result={answer?.result}
        submitLabel="Make new codes"
        pendingLabel="Please wait..."
        failure="Failed to make new recovery codes"
        cancelTo={paths.dashboard.password.secondStep.index}
      />
    </Card>
  )
}
