import { getFormProps, type SubmissionResult } from '@conform-to/react'
import type { SecondStepCode } from '~/domain/accounts/schema'
import type { AppKey } from '~/domain/accounts/second-step.server'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { CodeField } from '~/ui/forms/field'
import { ErrorSummary, useRiverbankForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { useSubmitting } from '~/ui/forms/submitting'
import type { QrCode } from './qr.server'

/** The key for the app, as a QR code, a link and a text; and the first code, which proves that the app has it. */
export function SetUpForm({
  appKey,
  result,
}: {
  appKey: AppKey & { picture: QrCode }
  result?: SubmissionResult<string[]>
}) {
  return (
    <ol className="mt-6 grid items-start gap-8 lg:grid-cols-2">
      <Card as="li">
        <h3>1. Give your app the key</h3>
        <p className="mt-2">In the app, choose to add an account. Then point your phone’s camera at this square.</p>
        <Picture {...appKey.picture} />
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
      <FirstCode result={result} />
    </ol>
  )
}

function Picture({ size, path }: QrCode) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your app. The key below does the same job."
      shapeRendering="crispEdges"
      className="my-4 block w-full max-w-[16rem] rounded-sm border border-line"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

function FirstCode({ result }: { result?: SubmissionResult<string[]> }) {
  const [form, fields] = useRiverbankForm<SecondStepCode>({ id: 'turn-on', intent: 'turn-on', result })
  const turning = useSubmitting('turn-on')
  return (
    <Card as="li">
      <h3>2. Type the code that it shows</h3>
      <p className="mt-2">
        The second step is on once you have done this. Your other phones and computers will be logged out.
      </p>
      <PostForm
        intent="turn-on"
        failure="Failed to turn on the second step"
        className="mt-4 space-y-6"
        {...getFormProps(form)}
      >
        <ErrorSummary form={form} fields={[fields.code]} />
        <CodeField field={fields.code} required label="The code from your app" hint="Six numbers." />
        <div className="flex flex-wrap gap-4">
          <Button busy={turning}>{turning ? 'Turning on...' : 'Turn on'}</Button>
          <ButtonLink to="/dashboard/password" variant="secondary">
            Not now
          </ButtonLink>
        </div>
      </PostForm>
    </Card>
  )
}
