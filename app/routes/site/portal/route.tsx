import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { cookieCheck, noCookies } from '~/auth/cookie-check'
import { afterLogIn, endedSessionHeaders, whoIsAsking } from '~/auth/identity.server'
import { findFirstStep } from '~/auth/second-step.server'
import { logOut as endOwnSession } from '~/auth/sessions.server'
import { fill } from '~/content/fill'
import { loginTips, portalHelpText } from '~/content/help'
import { namedPicture, sourcesOf } from '~/domain/website/picture'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { log } from '~/log.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { useCentre, useRootData } from '~/ui/browser/root-data'
import { WithPhoneLink } from '~/ui/site/phone-link'
import { inFrame } from '~/ui/site/picture'
import { CodeForm } from './code-form'
import { LogInForm } from './log-in-form'
import { logIn, startAgain, takeCode } from './steps.server'

export const handle = defineScreen<typeof loader>({
  access: 'anyone',
  logsIn: true,
  title: 'Student Portal',
  description: 'Log in to your files, timetable, calendar and notices.',
  detail: ({ notice }) => notice?.title,
  scripts: true,
  views: ['/login'],
})

export async function loader(args: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url)
  if (searchParams.has('log-out')) {
    // By the session, not the address: anybody can make a link.
    const message = (await whoIsAsking(args)) ? STILL_LOGGED_IN : LOGGED_OUT
    throw await redirectWithMessage(args.context, paths.home, message)
  }
  const next = afterLogIn(searchParams.get('next'))
  // After a right password, whose session or first step the browser should bring back.
  const checksCookies = searchParams.has('check-cookies')
  const shown = { next, leadsTo: cookieCheck(next), signInCards: args.context.settings.signInCards }
  if (await findFirstStep(args)) {
    if (checksCookies) throw redirect(`${pathname}?next=${encodeURIComponent(next)}`, 303)
    return { ...shown, asksForCode: true, notice: null }
  }
  if (await whoIsAsking(args)) throw redirect(next, 303)
  const notice = checksCookies ? { title: noCookies.title, text: noCookies.logIn } : null
  return { ...shown, asksForCode: false, notice }
}

/** Logs in by name and password, and by a code where there is a second step; logs out with the Log Out button. */
export async function action(args: ActionFunctionArgs) {
  // A copy, within its bounds: the log-in reads the request's own form (auth/log-in.server.ts).
  const form = await readSubmission({ ...args, request: args.request.clone() })
  const run = actions.get(String(form.get('intent'))) ?? logIn
  return run(args, form)
}

const LOGGED_OUT = {
  kind: 'success',
  title: 'Logged out',
  text: 'You have been successfully logged out.',
} as const

/** What the home page says, where something on the way answered the log-out's form (ui/portal/log-out.tsx). */
const STILL_LOGGED_IN = {
  kind: 'error',
  title: 'Logout failed',
  text: 'You are still logged in on this device. Go to the Student Portal and press Log Out again.',
} as const

async function logOut(args: ActionFunctionArgs) {
  const headers = await endedSessionHeaders(args)
  // WebKit never settles a fetch with `redirect: 'manual'` that is answered so; the API's answer to scripts has the header.
  if ((args.request.headers.get('Sec-Fetch-Mode') ?? 'navigate') !== 'navigate') headers.delete('Clear-Site-Data')
  try {
    const session = await whoIsAsking(args)
    if (session) await endOwnSession(args.context, session)
    return redirectWithMessage(args.context, paths.home, LOGGED_OUT, headers)
  } catch (error) {
    log.error({ err: error }, 'a session could not be ended')
    const text = 'Please close all your browser windows, and tell your tutor.'
    return redirectWithMessage(args.context, paths.home, { kind: 'error', title: 'Logout failed', text }, headers)
  }
}

const actions = new Map<string, typeof logIn | typeof takeCode | typeof startAgain | typeof logOut>([
  ['log-out', logOut],
  ['code', takeCode],
  ['start-again', startAgain],
])

export { clientAction, shouldRevalidate } from '~/ui/forms/post'
export { publicMeta as meta } from '~/ui/site/public-meta'

/** In pixels, from which on a picture is broad enough to stand behind the log-in of a wide window without being stretched. */
const LARGE = 1920

/** Behind the log-in: the picture at the top of Home, darkened by the theme's colour; where that is ours, our drawing in its own. */
function Ground() {
  const { colours, picture } = useRootData()
  const upload = picture ? namedPicture(picture) : null
  if (!upload && colours.theme === 'river')
    return <div className="absolute inset-0 bg-[url(/pictures/portal-background.svg)] bg-cover bg-bottom" />
  if (!upload || upload.width < LARGE) return null
  const [, webp] = sourcesOf(upload)
  return (
    <div className="frame !absolute inset-0 hidden !bg-river sm:block" data-ground>
      <img
        src={webp.src}
        srcSet={webp.srcSet}
        sizes="max(100vw, 80rem)"
        alt=""
        width={upload.width}
        height={upload.height}
        className={`mix-blend-multiply ${inFrame(upload)}`}
      />
    </div>
  )
}

export default function Portal() {
  const centre = useCentre()
  const { asksForCode, ...logIn } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="relative flex flex-1 items-center bg-river-deep">
      <Ground />
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
            <LogInForm {...logIn} result={answer?.reply} problem={answer?.problem} />
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
