import type { SubmissionResult } from '@conform-to/react'
import { data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getSession, SECOND_STEP_PAGE } from '~/auth/identity.server'
import { confirmPassword } from '~/auth/throttle.server'
import { currentPassword, type SecondStepCode, secondStepCode } from '~/domain/accounts/schema'
import {
  type AppKey,
  beginSecondStep,
  findAppKey,
  findSecondStep,
  type StoredSecondStep,
  turnOnSecondStep,
} from '~/domain/accounts/second-step.server'
import { type FormResult, handleSubmission, parseForm } from '~/http/forms/form.server'
import { createIntentAction, createPageLoader, type TutorRequest } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { createQrCode } from '~/routes/parts/qr/qr-code.server'
import { OwnPasswordForm, RecoveryCodes } from '~/routes/parts/second-step/second-step'
import { defineScreen } from '~/screen'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { formatDay } from '~/ui/dates'
import { CodeField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'
import { type QrCode, QrPicture } from '~/ui/qr-picture'
import { SectionCard } from '~/ui/section-card'

function BeginSetUpForm({
  username,
  isRequired,
  result,
}: {
  username: string
  isRequired: boolean
  result?: SubmissionResult<string[]>
}) {
  return (
    <>
      {isRequired && (
        <p className="mt-4 max-w-measure border-l-4 border-river pl-4 font-bold">
          Every tutor here logs in with a second step. Please set yours up now. It takes about five minutes. Then you
          can use the portal.
        </p>
      )}
      <div className="prose mt-4">
        <p>
          After your password, we ask for a code of six numbers. An app on your phone makes a new one every half minute.
          Nobody can log in as you with your password alone.
        </p>
        <p>
          You need an app that makes these codes. Google Authenticator, Microsoft Authenticator, Aegis and most password
          managers do.
        </p>
      </div>
      <SectionCard id="begin-heading" title="Set it up" className="mt-8 max-w-2xl">
        <OwnPasswordForm
          id="begin"
          intent="begin"
          username={username}
          result={result}
          submitLabel="Continue"
          pendingLabel="Please wait..."
          failure="Failed to set up the second step"
        />
      </SectionCard>
    </>
  )
}

/** The key for the app as a QR code, a link and text, and a field for the first code, which proves that the app has it. */
function SetUpForm({ appKey, result }: { appKey: AppKey & { picture: QrCode }; result?: SubmissionResult<string[]> }) {
  return (
    <ol className="mt-6 grid items-start gap-8 lg:grid-cols-2">
      <Card as="li">
        <h3>1. Add the key to your app</h3>
        <p className="mt-2">In the app, add an account. Then point your phone’s camera at this square.</p>
        <QrPicture
          label="QR code for your app. The key below does the same job."
          className="my-4 max-w-[16rem]"
          {...appKey.picture}
        />
        <p id="key">
          Or type this key:
          <code className="mt-1 block max-w-sm text-lead font-bold">{appKey.key.replace(/.{4}(?=.)/g, '$& ')}</code>
        </p>
        <p className="mt-4">
          <a href={appKey.address} className="inline-flex min-h-control items-center font-bold">
            Is the app on this phone? Open it here.
          </a>
        </p>
      </Card>
      <FirstCodeForm result={result} />
    </ol>
  )
}

function FirstCodeForm({ result }: { result?: SubmissionResult<string[]> }) {
  const [form, fields] = useSiteForm<SecondStepCode>({ id: 'turn-on', intent: 'turn-on', result })
  return (
    <Card as="li">
      <h3>2. Type the code from the app</h3>
      <p className="mt-2">This turns on the second step. Your other phones and computers will be logged out.</p>
      <ValidatedForm
        form={form}
        intent="turn-on"
        failure="Failed to turn on the second step"
        className="mt-4 space-y-6"
      >
        <CodeField field={fields.code} required label="The code from your app" hint="Six numbers." />
        <div className="flex flex-wrap gap-4">
          <SubmitButton submitLabel="Turn on" pendingLabel="Turning on..." />
          <ButtonLink to={paths.dashboard.password.index} variant="secondary">
            Not now
          </ButtonLink>
        </div>
      </ValidatedForm>
    </Card>
  )
}

function SecondStepOverview({ secondStep: { onSince, recoveryCodesLeft: left } }: { secondStep: StoredSecondStep }) {
  return (
    <>
      <p className="mt-4">
        It has been on since <time dateTime={onSince}>{formatDay(onSince)}</time>.
      </p>
      <div className="mt-6 grid items-start gap-8 lg:grid-cols-2">
        <SectionCard id="codes-heading" title="Recovery codes">
          <p className="mt-2">
            {left === 0 ? 'You have no recovery codes left.' : `You have ${left} of 10 recovery codes left.`}
            {left < 4 && ' Please make new ones, so that you can log in if you lose your phone.'}
          </p>
          <ButtonLink to={paths.dashboard.password.secondStep.codes} variant="secondary" className="mt-4">
            Make new recovery codes
          </ButtonLink>
        </SectionCard>
        <SectionCard id="off-heading" title="Turn it off">
          <p className="mt-2">If you get a new phone, turn the second step off and set it up again.</p>
          <ButtonLink to={paths.dashboard.password.secondStep.off} variant="danger" className="mt-4">
            Turn off
          </ButtonLink>
        </SectionCard>
      </div>
    </>
  )
}

export const handle = defineScreen({ access: 'tutor', bundle: 'password', title: 'Second step' })

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

async function beginSetUp({ context, tutor }: TutorRequest, form: FormData) {
  return handleSubmission(parseForm(form, currentPassword), async (fields) => {
    await confirmPassword(context, tutor, fields.currentPassword)
    await beginSecondStep(context.db, context.sign, tutor)
    return redirect(SECOND_STEP_PAGE, { status: 303 })
  })
}

async function turnOn(tutorRequest: TutorRequest, form: FormData) {
  const { context, tutor } = tutorRequest
  const { id } = getSession(tutorRequest)
  const submission = parseForm(form, secondStepCode)
  return handleSubmission(submission, async ({ code }) => {
    const recoveryCodes = await turnOnSecondStep(context.db, context.sign, tutor, code, id)
    context.securityLog.record('second step on', { userId: tutor.id, network: context.network })
    return data<Answer>({ result: submission.reply(), recoveryCodes })
  })
}

export const action = createIntentAction<Awaited<ReturnType<typeof beginSetUp | typeof turnOn>>>({
  begin: beginSetUp,
  'turn-on': turnOn,
})

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
