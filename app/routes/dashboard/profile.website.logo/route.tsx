import { useActionData } from '@remix-run/react'
import { changeLogo, dropLogo } from '~/domain/centre/centre.server'
import { newLogo } from '~/domain/centre/schema'
import type { FormResult } from '~/http/forms/form.server'
import { createConfirmAction, createFormAction, createIntentAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { CheckboxField } from '~/ui/forms/field'
import { FileField } from '~/ui/forms/file-field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { PostForm } from '~/ui/forms/post-form'
import { SubmitButton } from '~/ui/forms/submit-button'
import { BackLink } from '~/ui/portal/back-link'
import { Logo } from '~/ui/site/logo'

export const handle = defineScreen({ access: 'tutor', bundle: 'website', body: 'files', title: 'Logo' })

export const loader = createPageLoader(async () => null)

const logoChanged = { to: paths.dashboard.profile.website.list, title: 'Logo updated' }

export const action = createIntentAction({
  upload: createFormAction(newLogo, async ({ file, hasName }, { db, uploads, settings, tutor }) => {
    const { note } = await changeLogo({ db, uploads, centre: settings.centre }, tutor, file, hasName)
    const text = hasName ? 'Every page now shows it.' : 'Every page now shows it next to the name of the centre.'
    return { ...logoChanged, text, detail: note }
  }),
  drop: createConfirmAction(async ({ db, settings, tutor }) => {
    await dropLogo(db, settings.centre, tutor)
    return { ...logoChanged, text: 'Every page shows the original drawing again.' }
  }),
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

function UploadForm({ answer }: { answer?: FormResult }) {
  const { logo, logoHasName } = useCentre()
  const [form, fields] = useSiteForm<{ file: File; hasName: boolean }>({
    id: 'logo',
    intent: 'upload',
    result: answer?.result,
    defaultValue: { hasName: logoHasName },
  })
  return (
    <ValidatedForm
      form={form}
      intent="upload"
      failure="Failed to change the logo"
      encType="multipart/form-data"
      className="space-y-6"
    >
      <FileField
        field={fields.file}
        required={logo === null}
        label="New Logo"
        hint="A picture, up to 5 MB. It appears small, so a simple logo is best. A wide logo is smaller on phones."
      />
      <CheckboxField
        field={fields.hasName}
        label="The logo contains the name"
        hint="Then the name is not shown twice at the top of each page."
      />
      <SubmitButton submitLabel="Use this logo" pendingLabel="Uploading..." />
    </ValidatedForm>
  )
}

export default function LogoPage() {
  const answer = useActionData<typeof action>()
  const { logo, shortName } = useCentre()
  return (
    <>
      <BackLink to={paths.dashboard.profile.website.list}>Back to Website</BackLink>
      <Card isSnug className="max-w-3xl space-y-6">
        <h2>Logo</h2>
        <div className="flex items-center gap-4">
          <Logo className="h-16 w-16 shrink-0" maxWidthClass="max-w-40" />
          <p>
            {logo
              ? `This is ${shortName}’s current logo.`
              : 'This drawing came with the website. You can replace it with your own logo.'}
          </p>
        </div>
        <UploadForm answer={answer?.form === 'upload' ? answer : undefined} />
        {logo && (
          <PostForm intent="drop" failure="Failed to change the logo" className="border-t border-line pt-6">
            <Button variant="secondary">Use the original drawing</Button>
          </PostForm>
        )}
      </Card>
    </>
  )
}
