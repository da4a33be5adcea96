import { getFormProps } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { requireTutor, SECOND_STEP_PAGE } from '~/auth/identity.server'
import { AccountRefused } from '~/domain/accounts/refused'
import { type CurrentPassword, currentPassword } from '~/domain/accounts/schema'
import { findSecondStep, renewRecoveryCodes } from '~/domain/accounts/second-step.server'
import { readForm } from '~/http/body'
import { checkConfirmed } from '~/http/confirmed.server'
import { busy, type FormAnswer } from '~/http/form.server'
import { logSecurity } from '~/http/security-log.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { CurrentPasswordField } from '~/ui/current-password'
import { ErrorSummary, useRiverbankForm } from '~/ui/form'
import { pageTitle } from '~/ui/page-title'
import { RecoveryCodes } from '~/ui/recovery-codes'
import { useSubmitting } from '~/ui/submitting'

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireTutor(args)
  if (!(await findSecondStep(args.context.db, user.id))) throw redirect(SECOND_STEP_PAGE, { status: 303 })
  return { username: user.username }
}

type Answer = FormAnswer & { recoveryCodes?: string[] }

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { context } = args
  const { answer, submission } = await checkConfirmed(context, user, await readForm(args.request), currentPassword)
  if (answer) return answer
  try {
    const recoveryCodes = await renewRecoveryCodes(context.db, user)
    logSecurity('recovery codes made', { userId: user.id, network: context.network })
    return data<Answer>({ result: submission.reply(), recoveryCodes })
  } catch (error) {
    if (!(error instanceof AccountRefused)) return busy(submission, error)
    throw redirect(SECOND_STEP_PAGE, { status: 303 })
  }
}

export const meta = pageTitle('New recovery codes')

export default function NewRecoveryCodes() {
  const { username } = useLoaderData<typeof loader>()
  const answer: Answer | undefined = useActionData<typeof action>()
  const [form, fields] = useRiverbankForm<CurrentPassword>({ id: 'codes', result: answer?.result })
  const making = useSubmitting()
  if (answer?.recoveryCodes) return <RecoveryCodes title="You have new codes" codes={answer.recoveryCodes} />
  return (
    <Card className="max-w-2xl">
      <h2>New recovery codes</h2>
      <p className="mt-4">You get 10 new codes. The ones you have now work no more: please throw them away.</p>
      <Form method="post" className="mt-6 space-y-6" {...getFormProps(form)}>
        <ErrorSummary form={form} fields={[fields.currentPassword]} />
        <CurrentPasswordField field={fields.currentPassword} username={username} />
        <div className="flex flex-wrap gap-4">
          <Button disabled={making}>{making ? 'Please wait...' : 'Make new codes'}</Button>
          <ButtonLink to="/dashboard/password/second-step" look="secondary">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
