import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { keepsNoCookies, noCookies } from '~/auth/cookie-check'
import { displayCookie, displayOf } from '~/auth/display.server'
import { whoIsAsking } from '~/auth/identity.server'
import { saveDisplay } from '~/domain/display/display.server'
import { type DisplayFields, displaySettings } from '~/domain/display/schema'
import { methods } from '~/http/errors/refusal'
import { check, saving } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { Notice } from '~/ui/dialogs/notice'
import { CheckboxField, ChoiceField } from '~/ui/forms/field'
import { CheckedForm, useRiverbankForm } from '~/ui/forms/form'
import { ShortPage } from '~/ui/site/short-page'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: 'Text size and colours',
  description: 'Make the words bigger, choose other colours, or have plainer pages.',
  detail: ({ isLost }) => (isLost ? noCookies.title : undefined),
})

export async function loader(args: LoaderFunctionArgs) {
  const isLost = keepsNoCookies(args.request)
  if (isLost === false) throw redirect(paths.settings, 303)
  const session = await whoIsAsking(args)
  return { display: await displayOf(args), isLoggedIn: session !== null, isLost }
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  methods('GET', 'POST')(args)
  const submission = check(await readSubmission(args), displaySettings)
  return saving(submission, async (display) => {
    const session = await whoIsAsking(args)
    const headers = new Headers()
    if (session) await saveDisplay(context.db, session.user.id, display)
    else headers.append('Set-Cookie', await displayCookie(context.settings, display))
    const message = { kind: 'success', title: 'Saved', text: 'Every page looks like this now.' } as const
    return redirectWithMessage(context, session ? paths.settings : `${paths.settings}?check-cookies`, message, headers)
  })
}

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

const sizes = [
  { value: '100', label: 'As it is' },
  { value: '125', label: 'Bigger' },
  { value: '150', label: 'Big' },
  { value: '200', label: 'Twice as big' },
]
const contrasts = [
  { value: 'usual', label: 'As they are' },
  { value: 'black-on-white', label: 'Black on white' },
  { value: 'yellow-on-black', label: 'Yellow on black' },
]
const schemes = [
  { value: 'device', label: 'As your phone or computer is set' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** How the screens look, for a device or for an account. A plain form: the page has no script. */
export default function DisplaySettings() {
  const { display, isLoggedIn, isLost } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useRiverbankForm<DisplayFields>({
    id: 'settings',
    result: answer?.result,
    defaultValue: display,
  })
  return (
    <ShortPage heading="Text size and colours" intro="Choose how our pages look. You can change it back at any time.">
      {isLost && <Notice kind="error" title={noCookies.title} text={noCookies.settings} />}
      <Card as="section" aria-label="Choose" className="max-w-2xl">
        <CheckedForm
          form={form}
          failure="We could not save this"
          action={paths.settings}
          once={false}
          className="space-y-8"
        >
          <ChoiceField field={fields.text} label="How big are the words?" options={sizes} />
          <ChoiceField field={fields.contrast} label="Which colours do the words have?" options={contrasts} />
          <ChoiceField field={fields.scheme} label="Light or dark?" options={schemes} />
          <CheckboxField
            field={fields.isPlain}
            label="Plain pages"
            hint="One thing under the other, and no decoration."
          />
          <CheckboxField
            field={fields.hidesPictures}
            label="No pictures and symbols"
            hint="Photos in your files stay."
          />
          <CheckboxField field={fields.keepsMessages} label="Messages stay" hint="They do not go away by themselves." />
          <Button className="w-full sm:w-auto">Save</Button>
        </CheckedForm>
      </Card>
      <p>
        {isLoggedIn
          ? 'This goes with you to every phone or computer that you log in on.'
          : 'This is kept on this phone or computer. Log in first to have it everywhere.'}
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
