import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { hasNoCookieSupport, NO_COOKIES_MESSAGE } from '~/auth/cookie-check'
import { createDisplayCookieHeader, findDisplayOfRequest } from '~/auth/display.server'
import { findRequestSession } from '~/auth/identity.server'
import { saveDisplay } from '~/domain/display/display.server'
import { type DisplayFields, displaySettings } from '~/domain/display/schema'
import { allowMethods } from '~/http/errors/refusal'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { MessageBox } from '~/ui/dialogs/notice'
import { CheckboxField, ChoiceField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { ShortPage } from '~/ui/site/short-page'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: 'Text size and colours',
  description: 'Make the text bigger, choose other colours, or make our pages plainer.',
  detail: ({ isLost }) => (isLost ? NO_COOKIES_MESSAGE.title : undefined),
  isTask: true,
})

export async function loader(args: LoaderFunctionArgs) {
  const isLost = hasNoCookieSupport(args.request)
  if (isLost === false) throw redirect(paths.settings, 303)
  const session = await findRequestSession(args)
  return { display: await findDisplayOfRequest(args), isLoggedIn: session !== null, isLost }
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  allowMethods('GET', 'POST')(args)
  const submission = parseForm(await readSubmission(args), displaySettings)
  return handleSubmission(submission, async (display) => {
    const session = await findRequestSession(args)
    const headers = new Headers()
    if (session) await saveDisplay(context.db, session.user.id, display)
    else headers.append('Set-Cookie', await createDisplayCookieHeader(context.settings, display))
    const message = { kind: 'success', title: 'Saved', text: 'Every page looks like this now.' } as const
    return redirectWithMessage(context, session ? paths.settings : `${paths.settings}?check-cookies`, message, headers)
  })
}

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

const sizes = [
  { value: '100', label: 'Normal' },
  { value: '125', label: 'Large' },
  { value: '150', label: 'Larger' },
  { value: '200', label: 'Largest' },
]
const contrasts = [
  { value: 'usual', label: 'Normal colours' },
  { value: 'black-on-white', label: 'Black on white' },
  { value: 'yellow-on-black', label: 'Yellow on black' },
]
const schemes = [
  { value: 'device', label: 'Same as your phone or computer' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Display settings of a device or account. A plain form, since the page has no script. */
export default function DisplaySettings() {
  const { display, isLoggedIn, isLost } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useSiteForm<DisplayFields>({
    id: 'settings',
    result: answer?.result,
    defaultValue: display,
  })
  return (
    <ShortPage heading="Text size and colours" intro="Choose how our pages look. You can change it back at any time.">
      {isLost && <MessageBox kind="error" title={NO_COOKIES_MESSAGE.title} text={NO_COOKIES_MESSAGE.settings} />}
      <Card as="section" aria-label="Choose" className="max-w-2xl">
        <ValidatedForm
          form={form}
          failure="We could not save this"
          action={paths.settings}
          once={false}
          className="space-y-8"
        >
          <ChoiceField field={fields.text} label="Text size" options={sizes} />
          <ChoiceField field={fields.contrast} label="Colours" options={contrasts} />
          <ChoiceField field={fields.scheme} label="Light or dark?" options={schemes} />
          <CheckboxField field={fields.isPlain} label="Plain pages" hint="One column, and no decoration." />
          <CheckboxField
            field={fields.hidesPictures}
            label="No pictures or symbols"
            hint="Photos in your files stay."
          />
          <CheckboxField field={fields.keepsMessages} label="Messages stay" hint="They do not go away by themselves." />
          <Button className="w-full sm:w-auto">Save</Button>
        </ValidatedForm>
      </Card>
      <p>
        {isLoggedIn
          ? 'You will see this on every phone or computer where you log in.'
          : 'We save this on this device only. Log in to use it on all your devices.'}
      </p>
      {isLoggedIn && (
        <p>
          <a href={paths.dashboard.index} className="inline-flex min-h-target items-center font-bold">
            Back to the portal
          </a>
        </p>
      )}
    </ShortPage>
  )
}
