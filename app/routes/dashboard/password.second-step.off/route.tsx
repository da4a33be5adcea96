import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor, SECOND_STEP_PAGE } from '~/auth/identity.server'
import { AccountRefused } from '~/domain/accounts/refused'
import { type CurrentPassword, currentPassword } from '~/domain/accounts/schema'
import { findSecondStep, turnOffSecondStep } from '~/domain/accounts/second-step.server'
import { readForm } from '~/http/body'
import { checkConfirmed } from '~/http/confirmed.server'
import { redirectWithMessage } from '~/http/message.server'
import { logSecurity } from '~/http/security-log.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { CurrentPasswordField } from '~/ui/current-password'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { pageTitle } from '~/ui/page-title'
import { useSubmitting } from '~/ui/submitting'

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireTutor(args)
  const { db, settings } = args.context
  if (!(await findSecondStep(db, user.id))) throw redirect(SECOND_STEP_PAGE, { status: 303 })
  return { username: user.username, isRequired: settings.secondStep === 'required' }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { context } = args
  const { answer } = await checkConfirmed(context, user, await readForm(args.request), currentPassword)
  if (answer) return answer
  try {
    await turnOffSecondStep(context.db, user, user.id, { endSessions: false })
    logSecurity('second step off', { userId: user.id, recordId: user.id, network: context.network }, 'warn')
  } catch (error) {
    // It was turned off meanwhile, in another window or by somebody else: as was wished.
    if (!(error instanceof AccountRefused)) throw error
  }
  const text = 'From now on you log in with your password alone. You can delete the key from your app.'
  const message = { kind: 'success', title: 'Second step turned off', text } as const
  return redirectWithMessage(context, '/dashboard/password', message)
}

export const meta = pageTitle('Turn off the second step')

export default function TurnOff() {
  const { username, isRequired } = useLoaderData<typeof loader>()
  const [form, fields] = useRiverbankForm<CurrentPassword>({
    id: 'off',
    result: useActionData<typeof action>()?.result,
  })
  const turning = useSubmitting()
  return (
    <Card className="max-w-2xl">
      <h2>Turn off the second step</h2>
      <p className="mt-4">
        Then your password alone opens the portal, for you and for anybody who learns it. Your app’s codes and your
        recovery codes work no more.
      </p>
      {isRequired && (
        <p className="mt-2">Every tutor here needs a second step, so you will be asked to set it up again at once.</p>
      )}
      <Form method="post" className="mt-6 space-y-6" {...getFormProps(form)}>
        <ErrorSummary form={form} fields={[fields.currentPassword]} />
        <CurrentPasswordField field={fields.currentPassword} username={username} />
        <div className="flex flex-wrap gap-4">
          <Button look="danger" disabled={turning}>
            {turning ? 'Turning off...' : 'Turn off'}
          </Button>
          <ButtonLink to="/dashboard/password/second-step" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
