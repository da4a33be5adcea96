import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getSession, SECOND_STEP_PAGE } from '~/auth/identity.server'
import type { Session } from '~/auth/sessions.server'
import { confirmPassword } from '~/auth/throttle.server'
import { currentPassword, secondStepCode } from '~/domain/accounts/schema'
import { beginSecondStep, findAppKey, findSecondStep, turnOnSecondStep } from '~/domain/accounts/second-step.server'
import { orNotFound } from '~/domain/refused'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { createQrCode } from '~/routes/parts/qr/qr-code.server'
import { defineScreen } from '~/screen'
import { logSecurity } from '~/security-log.server'
import { BackLink } from '~/ui/portal/back-link'
import { RecoveryCodes } from '~/ui/portal/recovery-codes'
import { BeginSetUpForm, SecondStepOverview, SetUpForm } from './forms'

export const handle = defineScreen({ access: 'tutor', title: 'Second step' })

export const loader = createPageLoader(async (args) => {
  const user = args.tutor
  const { db, sign, settings } = args.context
  const secondStep = await findSecondStep(db, user, user.id)
  const appKey = secondStep ? null : await findAppKey(db, sign, user, settings.centre.shortName)
  return {
    username: user.username,
    isRequired: settings.secondStep === 'required',
    secondStep,
    appKey: appKey && { ...appKey, picture: createQrCode(appKey.address) },
  }
})

type Answer = FormResult & { recoveryCodes?: string[] }

export const action = createPageAction(async (args) => {
  const session = getSession(args)
  const form = await readSubmission(args)
  const run = orNotFound(actions.get(String(form.get('intent'))))
  return run(args, session, form)
})

async function beginSetUp({ context }: ActionFunctionArgs, { user }: Session, form: FormData) {
  return handleSubmission(parseForm(form, currentPassword), async (fields) => {
    await confirmPassword(context, user, fields.currentPassword)
    await beginSecondStep(context.db, context.sign, user)
    return redirect(SECOND_STEP_PAGE, { status: 303 })
  })
}

async function turnOn({ context }: ActionFunctionArgs, { id, user }: Session, form: FormData) {
  const submission = parseForm(form, secondStepCode)
  return handleSubmission(submission, async ({ code }) => {
    const recoveryCodes = await turnOnSecondStep(context.db, context.sign, user, code, id)
    logSecurity('second step on', { userId: user.id, network: context.network })
    return data<Answer>({ result: submission.reply(), recoveryCodes })
  })
}

const actions = new Map<string, typeof beginSetUp | typeof turnOn>([
  ['begin', beginSetUp],
  ['turn-on', turnOn],
])

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function SecondStep() {
  const { username, isRequired, secondStep, appKey } = useLoaderData<typeof loader>()
  const answer: Answer | undefined = useActionData<typeof action>()
  if (answer?.recoveryCodes) return <RecoveryCodes title="Your second step is on" codes={answer.recoveryCodes} />
  return (
    <>
      <BackLink to={paths.dashboard.password.index}>Back to Your password</BackLink>
      <h2>Second step</h2>
      {secondStep ? (
        <SecondStepOverview secondStep={secondStep} />
      ) : appKey ? (
        <SetUpForm appKey={appKey} result={answer?.result} />
      ) : (
        <BeginSetUpForm username={username} isRequired={isRequired} result={answer?.result} />
      )}
    </>
  )
}
