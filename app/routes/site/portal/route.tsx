import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { afterLogIn, endedSessionHeader, whoIsAsking } from '~/auth/identity.server'
import { LogInRefused, logInByForm } from '~/auth/log-in.server'
import { logOut as endOwnSession } from '~/auth/log-out.server'
import { fill } from '~/content/fill'
import { loginTips, portalHelpText } from '~/content/help'
import { credentials } from '~/domain/accounts/schema'
import { readForm } from '~/http/body'
import { check } from '~/http/form.server'
import { log } from '~/http/log.server'
import { redirectWithMessage } from '~/http/message.server'
import { pageTitle } from '~/ui/page-title'
import { useCentre } from '~/ui/root-data'
import { LogInForm } from './log-in-form'

export const handle = { hydrate: true }

export async function loader(args: LoaderFunctionArgs) {
  const next = new URL(args.request.url).searchParams.get('next')
  if (await whoIsAsking(args)) throw redirect(afterLogIn(next), { status: 303 })
  return { next: afterLogIn(next) }
}

/** The portal's door: in with a name and password, out with the Log Out button. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request)
  return form.get('intent') === 'log-out' ? logOut(args) : logIn(args, form)
}

async function logIn(args: ActionFunctionArgs, form: FormData) {
  const submission = check(form, credentials)
  const reply = submission.reply({ hideFields: ['password'] })
  if (submission.status !== 'success') return data({ reply, problem: null }, { status: 400 })
  try {
    const readAgain = new Request(args.request.url, { method: 'POST', body: form })
    const { headers } = await logInByForm(args).authenticate('form', readAgain)
    const welcome = { kind: 'success', title: 'Login successful', text: 'Welcome to the Student Portal.' } as const
    return await redirectWithMessage(args.context, afterLogIn(form.get('next') as string | null), welcome, headers)
  } catch (error) {
    if (!(error instanceof LogInRefused)) throw error
    return data({ reply, problem: error.status }, { status: error.status, headers: error.headers })
  }
}

async function logOut(args: ActionFunctionArgs) {
  const headers = new Headers({ 'Set-Cookie': await endedSessionHeader(args.context) })
  try {
    const session = await whoIsAsking(args)
    if (session) await endOwnSession(args.context, session)
    const text = 'You have been successfully logged out.'
    return redirectWithMessage(args.context, '/', { kind: 'success', title: 'Logged out', text }, headers)
  } catch (error) {
    log.error({ err: error }, 'a session could not be ended')
    const text = 'Please close all windows of your browser, and tell your tutor.'
    return redirectWithMessage(args.context, '/', { kind: 'error', title: 'Logout failed', text }, headers)
  }
}

export const meta = pageTitle('Student Portal', 'Log in to your files, timetable, calendar and notices.')

export default function Portal() {
  const centre = useCentre()
  const { next } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="flex flex-1 items-center bg-river-deep bg-[url(/pictures/portal-background.svg)] bg-cover bg-bottom">
      <div className="mx-auto grid w-full max-w-page items-start gap-x-12 gap-y-8 px-4 py-12 sm:px-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:py-16">
        <div className="text-white">
          <h1>Student Portal</h1>
          <p className="mt-4 max-w-measure text-lead">
            Secure access for students and tutors to learning materials and resources.
          </p>
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <LogInForm next={next} result={answer?.reply} problem={answer?.problem} />
        </div>
        <section id="help" aria-labelledby="help-heading" className="rounded bg-white p-6 sm:p-8">
          <h2 id="help-heading" className="text-h3">
            {loginTips.heading}
          </h2>
          <p className="mt-2">{fill(portalHelpText, centre)}</p>
          <ul className="mt-4 space-y-3">
            {loginTips.tips.map((tip) => (
              <li key={tip.title}>
                <strong className="block">{tip.title}</strong>
                {fill(tip.text, centre)}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  )
}
