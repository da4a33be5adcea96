import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { getCookieCheckPath, NO_COOKIES_MESSAGE } from '~/auth/cookie-check'
import { createLogOutHeaders, findRequestSession, toSafeNextPath } from '~/auth/identity.server'
import { findFirstStep } from '~/auth/second-step.server'
import { logOut as endOwnSession } from '~/auth/sessions.server'
import { fill } from '~/content/fill'
import { loginTips, portalHelpText } from '~/content/help'
import { ENQUIRY_FORM_PATH } from '~/domain/enquiries/enquiries'
import { getPictureSources, parsePictureName, type Shape } from '~/domain/website/picture'
import { readSubmission } from '~/http/forms/idempotency.server'
import { selectByIntent } from '~/http/forms/intent.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { log } from '~/log.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { useCentre, useRootData } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { WithPhoneLink } from '~/ui/site/contact-links'
import { CodeForm, LogInForm } from './log-in-form'
import { handleCode, handlePassword, restartLogIn } from './steps.server'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  logsIn: true,
  isTask: true,
  title: 'Student Portal',
  description: 'Log in to your files, timetable, calendar and notices.',
  detail: ({ notice }) => notice?.title,
  scripts: true,
})

export async function loader(args: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url)
  if (searchParams.has('log-out')) {
    // Trust the session, not the address: anyone can make such a link.
    const message = (await findRequestSession(args)) ? STILL_LOGGED_IN : LOGGED_OUT
    throw await redirectWithMessage(args.context, paths.home, message)
  }
  const next = toSafeNextPath(searchParams.get('next'))
  // After a correct password, the browser should send its session or first-step cookie.
  const checksCookies = searchParams.has('check-cookies')
  const formProps = { next, redirectPath: getCookieCheckPath(next), signInCards: args.context.settings.signInCards }
  if (await findFirstStep(args)) {
    if (checksCookies) throw redirect(`${pathname}?next=${encodeURIComponent(next)}`, 303)
    return { ...formProps, asksForCode: true, notice: null }
  }
  if (await findRequestSession(args)) throw redirect(next, 303)
  const notice = checksCookies ? { title: NO_COOKIES_MESSAGE.title, text: NO_COOKIES_MESSAGE.logIn } : null
  return { ...formProps, asksForCode: false, notice }
}

/** Logs in by password and, with a second step, by code. Also handles Log Out. */
export async function action(args: ActionFunctionArgs) {
  // Read a bounded copy: the log-in reads the original request (auth/log-in.server.ts).
  const form = await readSubmission({ ...args, request: args.request.clone() })
  const actions = { 'log-out': logOut, code: handleCode, 'start-again': restartLogIn }
  return selectByIntent(form, actions, handlePassword)(args, form)
}

const LOGGED_OUT = {
  kind: 'success',
  title: 'Logged out',
  text: 'You have been successfully logged out.',
} as const

/** Shown on the home page if something other than our server answered the log-out form (ui/portal/log-out.tsx). */
const STILL_LOGGED_IN = {
  kind: 'error',
  title: 'Logout failed',
  text: 'You are still logged in on this device. Go to the Student Portal and press Log Out again.',
} as const

async function logOut(args: ActionFunctionArgs) {
  const headers = await createLogOutHeaders(args)
  // With this header, WebKit never settles a fetch with `redirect: 'manual'`. The API's response to scripts has it.
  if ((args.request.headers.get('Sec-Fetch-Mode') ?? 'navigate') !== 'navigate') headers.delete('Clear-Site-Data')
  try {
    const session = await findRequestSession(args)
    if (session) await endOwnSession(args.context, session)
    return redirectWithMessage(args.context, paths.home, LOGGED_OUT, headers)
  } catch (error) {
    log.error({ err: error }, 'a session could not be ended')
    const text = 'Please close all your browser windows, and tell your tutor.'
    return redirectWithMessage(args.context, paths.home, { kind: 'error', title: 'Logout failed', text }, headers)
  }
}

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

/** Smaller pictures of the centre are too blurred on a whole screen. */
const isLargeEnough = ({ width, height }: Shape) => width >= 1200 && height >= 600

/** The log-in's background: Home's banner picture or our drawing, which only darkens, on the theme's colour. */
function Background() {
  const { picture } = useRootData()
  const upload = picture ? parsePictureName(picture) : null
  if (!upload || !isLargeEnough(upload))
    // An unset variable hides this dark picture from browsers without custom properties, which show black text.
    return (
      <div
        className="picture no-print absolute inset-0 bg-[image:var(--portal,url(/pictures/portal-background.svg))] bg-cover bg-bottom forced-colors:hidden"
        data-ground
      />
    )
  const [, webp] = getPictureSources(upload)
  return (
    <div className="frame picture no-print !absolute inset-0 !bg-river forced-colors:hidden" data-ground>
      <img
        src={webp.src}
        srcSet={webp.srcSet}
        sizes="(max-width: 40em) 100vw, max(100vw, 80rem)"
        alt=""
        width={upload.width}
        height={upload.height}
        className="object-cover mix-blend-multiply"
      />
    </div>
  )
}

/** Helps families, who would otherwise try to log in, since Home's 'Contact Us' leads here. */
function VisitorPanel() {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded bg-tide p-3 text-ink sm:p-6">
      <p className="flex-1 basis-24 font-bold leading-snug">Not a student or tutor?</p>
      <ButtonLink to={ENQUIRY_FORM_PATH} variant="secondary">
        Contact us
      </ButtonLink>
    </div>
  )
}

export default function Portal() {
  const centre = useCentre()
  const { asksForCode, ...logIn } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="relative flex flex-1 items-center bg-[var(--river-ground)]">
      <Background />
      <div className="relative mx-auto grid w-full max-w-page items-start gap-x-12 gap-y-6 px-4 py-6 sm:gap-y-8 sm:px-6 sm:py-12 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:py-16">
        <div className="text-white">
          <h1>Student Portal</h1>
          <p className="mt-4 max-w-measure text-lead">
            Secure access for students and tutors to learning materials and resources.
          </p>
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {asksForCode ? (
            <CodeForm result={answer?.reply} problem={answer?.problem} />
          ) : (
            <>
              <LogInForm {...logIn} result={answer?.reply} problem={answer?.problem} />
              <VisitorPanel />
            </>
          )}
        </div>
        <section id="help" aria-labelledby="help-heading" className="rounded bg-white p-6 sm:p-8">
          <h2 id="help-heading" className="text-h3">
            {loginTips.heading}
          </h2>
          <p className="mt-2">
            <WithPhoneLink>{fill(portalHelpText, centre)}</WithPhoneLink>
          </p>
          <ul className="mt-4 space-y-3">
            {loginTips.tips.map((tip) => (
              <li key={tip.title}>
                <strong className="block">{tip.title}</strong> {fill(tip.text, centre)}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}
