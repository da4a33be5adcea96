import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { hasNoCookieSupport, NO_COOKIES_MESSAGE } from '~/auth/cookie-check'
import { createDisplayCookieHeader, findDisplayOfRequest } from '~/auth/device.server'
import { findRequestSession } from '~/auth/identity.server'
import { type Account, isTutor } from '~/domain/accounts/account'
import { type DisplayFields, displaySettings, saveDisplay } from '~/domain/display/display.server'
import { countOpenEnquiries } from '~/domain/enquiries/enquiries.server'
import { findShownParts } from '~/domain/portal-view/portal-view.server'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { PortalScreen, type PortalScreenData } from '~/routes/parts/portal/portal-screen'
import { getPortalTabs } from '~/routes/parts/portal/portal-tabs.server'
import { defineScreen } from '~/screen'
import { useRootData } from '~/ui/browser/root-data'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { MessageBox } from '~/ui/dialogs/message'
import { CheckboxField, ChoiceField } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { SectionCard } from '~/ui/section-card'
import { ShortPage } from '~/ui/site/short-page'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  title: (data) => (data?.portal ? 'My settings' : 'Text size and colours'),
  description: 'Make the text bigger, choose other colours, or make our pages plainer.',
  detail: ({ hasNoCookies }) => (hasNoCookies ? NO_COOKIES_MESSAGE.title : undefined),
  isTask: true,
})

export async function loader(args: LoaderFunctionArgs) {
  const hasNoCookies = hasNoCookieSupport(args.request)
  if (hasNoCookies === false) throw redirect(paths.settings, 303)
  const session = await findRequestSession(args)
  return {
    display: await findDisplayOfRequest(args),
    portal: session && (await readPortal(args.context, session)),
    hasNoCookies,
  }
}

async function readPortal(
  { db, settings: { centre } }: LoaderFunctionArgs['context'],
  { user }: { user: Account },
): Promise<PortalScreenData> {
  const waiting = isTutor(user) ? await countOpenEnquiries(db, user) : 0
  const tabs = getPortalTabs(user.role, centre, await findShownParts(db, user))
  return { user, waiting, accessNotices: [], subTabs: [], tabs }
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args
  const submission = parseForm(await readSubmission(args), displaySettings)
  return handleSubmission(submission, async (display) => {
    const session = await findRequestSession(args)
    const headers = new Headers()
    if (session) await saveDisplay(context.db, session.user, display)
    else headers.append('Set-Cookie', await createDisplayCookieHeader(context.settings, display))
    const message = { kind: 'success', title: 'Saved', text: 'Every page looks like this now.' } as const
    return redirectWithMessage(context, session ? paths.settings : `${paths.settings}?check-cookies`, message, headers)
  })
}

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

const renderInOwnSize = (label: string, className = '') => (
  <span className={`own-size ${className}`}>
    <span>{label}</span>
  </span>
)
/** Each label is shown in its own size. */
const sizes = [
  { value: '100', label: renderInOwnSize('Normal') },
  { value: '125', label: renderInOwnSize('Large', 'size-125') },
  { value: '150', label: renderInOwnSize('Larger', 'size-150') },
  { value: '200', label: renderInOwnSize('Largest', 'size-200') },
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

/** Previews the form's choices before they are saved (app/styles.css, tailwind.config.ts). */
function Sample() {
  const { theme } = useRootData().colours
  return (
    <div>
      <p className="font-bold">It looks like this</p>
      <div
        aria-hidden="true"
        data-theme={theme}
        className="sample own-size mt-2 overflow-hidden rounded border-2 border-stone bg-paper p-4 text-ink"
      >
        <div className="space-y-2">
          <p className="font-bold">Monday</p>
          <p>
            Art is at 9:30. <span className="text-river underline">See my week</span>
          </p>
          <p className="w-fit rounded bg-river px-4 py-2 font-bold text-white">Open</p>
        </div>
      </div>
    </div>
  )
}

function DisplayForm() {
  const { display } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useSiteForm<DisplayFields>({
    id: 'settings',
    result: answer?.result,
    defaultValue: display,
  })
  return (
    <ValidatedForm
      form={form}
      failure="We could not save this"
      action={paths.settings}
      hasIdempotencyKey={false}
      className="space-y-8"
    >
      <ChoiceField field={fields.text} label="Text size" options={sizes} />
      <Sample />
      <ChoiceField field={fields.contrast} label="Colours" options={contrasts} />
      <ChoiceField field={fields.scheme} label="Light or dark?" options={schemes} />
      <CheckboxField field={fields.isPlain} label="Plain pages" hint="One column, and no decoration." />
      <CheckboxField field={fields.hidesPictures} label="No pictures or symbols" hint="Photos in your files stay." />
      <CheckboxField field={fields.keepsMessages} label="Messages stay" hint="They do not go away by themselves." />
      <Button className="w-full sm:w-auto">Save</Button>
    </ValidatedForm>
  )
}

export default function DisplaySettings() {
  const { portal, hasNoCookies } = useLoaderData<typeof loader>()
  if (portal)
    return (
      <PortalScreen {...portal}>
        <OwnSettings isTutor={portal.user.role === 'tutor'} />
      </PortalScreen>
    )
  return (
    <ShortPage heading="Text size and colours" intro="Choose how our pages look. You can change it back at any time.">
      {hasNoCookies && <MessageBox kind="error" title={NO_COOKIES_MESSAGE.title} text={NO_COOKIES_MESSAGE.settings} />}
      <Card as="section" aria-label="Choose" className="max-w-2xl">
        <DisplayForm />
      </Card>
      <p>We save this on this device only. Log in to use it on all your devices.</p>
    </ShortPage>
  )
}

function OwnSettings({ isTutor }: { isTutor: boolean }) {
  return (
    <>
      <h2>My settings</h2>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
        <SectionCard id="display" title="Text size and colours">
          <p className="mb-6 mt-2">You see this on every phone or computer where you log in.</p>
          <DisplayForm />
        </SectionCard>
        <div className="grid gap-6">
          {!isTutor && (
            <SectionCard id="view" title="What you see">
              <p className="mt-2">You can see a lot, or only today.</p>
              <ButtonLink to={paths.dashboard.more.choose} variant="secondary" className="mt-4">
                Choose what you see
              </ButtonLink>
            </SectionCard>
          )}
          {!isTutor && (
            <SectionCard id="photos" title="Photos of you">
              <p className="mt-2">They are photos of you. So you choose.</p>
              <ButtonLink to={paths.dashboard.photosOfYou} variant="secondary" className="mt-4">
                See your answers
              </ButtonLink>
              <p className="mt-4">You also choose what your family sees.</p>
              <ButtonLink to={paths.dashboard.atHome} variant="secondary" className="mt-4">
                What home sees
              </ButtonLink>
            </SectionCard>
          )}
          <SectionCard id="password" title="Password">
            <p className="mt-2">
              {isTutor ? 'You can change your password and your second step.' : 'You can change your password.'}
            </p>
            <ButtonLink to={paths.dashboard.password.index} variant="secondary" className="mt-4">
              Your password
            </ButtonLink>
          </SectionCard>
        </div>
      </div>
    </>
  )
}
