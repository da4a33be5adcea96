import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { getCookieCheckPath } from '~/auth/cookie-check'
import { toSafeNextPath } from '~/auth/identity.server'
import { logInByCode, logInByForm } from '~/auth/log-in.server'
import {
  CodeRequired,
  createClearedFirstStepHeader,
  createFirstStepCookieHeader,
  type FirstStep,
  findFirstStep,
} from '~/auth/second-step.server'
import { credentials, secondStepCode } from '~/domain/accounts/schema'
import type { Refused } from '~/domain/refused'
import { toRefusal } from '~/domain/storage.server'
import { createRetryAfterHeader } from '~/http/errors/refusal'
import { parseForm } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { getRefusalStatus } from '~/refusal-status'

/** The first step: username and password. Logs in unless there is a second step. */
export async function handlePassword(args: ActionFunctionArgs, form: FormData) {
  const submission = parseForm(form, credentials)
  const reply = submission.reply()
  if (submission.status !== 'success') return data({ reply, problem: null }, { status: 400 })
  const remember = submission.value.rememberMe
  const next = toSafeNextPath(form.get('next') as string | null)
  try {
    const { headers } = await logInByForm(args, submission.value)
    return await redirectAfterLogIn(args, next, headers)
  } catch (error) {
    if (error instanceof CodeRequired) return askForCode(args, { account: error.account, remember, next })
    const refused = toRefusal(error)
    if (refused) return replyWithRefusal(reply, refused)
    throw error
  }
}

async function askForCode({ request, context }: ActionFunctionArgs, firstStep: FirstStep) {
  const { pathname, search } = new URL(request.url)
  const headers = { 'Set-Cookie': await createFirstStepCookieHeader(context, firstStep) }
  const hasCookies = request.headers.has('Cookie')
  return redirect(hasCookies ? pathname + search : getCookieCheckPath(firstStep.next), { status: 303, headers })
}

/** The second step, within ten minutes of the first, in the same browser. */
export async function handleCode(args: ActionFunctionArgs, form: FormData) {
  const firstStep = await findFirstStep(args)
  if (!firstStep) return restartExpiredLogIn(args)
  const submission = parseForm(form, secondStepCode)
  if (submission.status !== 'success') return data({ reply: submission.reply(), problem: null }, { status: 400 })
  try {
    const { headers } = await logInByCode(args, firstStep)
    return await redirectAfterLogIn(args, firstStep.next, headers)
  } catch (error) {
    const refused = toRefusal(error)
    if (!refused) throw error
    return replyWithRefusal(submission.reply({ fieldErrors: refused.errors }), refused)
  }
}

/** Returns to username and password, on request. */
export async function restartLogIn({ request, context }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers({ 'Set-Cookie': await createClearedFirstStepHeader(context) })
  return redirect(pathname + search, { status: 303, headers })
}

/** The same after the first step has expired, with a message. */
async function restartExpiredLogIn({ request, context }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers({ 'Set-Cookie': await createClearedFirstStepHeader(context) })
  const text = 'You had ten minutes to type the code. Please type your username and password again.'
  const message = { kind: 'error', title: 'Please log in again', text } as const
  return redirectWithMessage(context, pathname + search, message, headers)
}

async function redirectAfterLogIn({ request, context }: ActionFunctionArgs, next: string, headers: Headers) {
  const message = { kind: 'success', title: 'Login successful', text: 'Welcome to the Student Portal.' } as const
  // Force a page load, since the portal does not need this page's scripts.
  headers.set('X-Remix-Reload-Document', 'true')
  return redirectWithMessage(context, getCookieCheckPath(next, request), message, headers)
}

function replyWithRefusal(reply: SubmissionResult<string[]>, refused: Refused) {
  const status = getRefusalStatus(refused)
  return data({ reply, problem: status }, { status, headers: createRetryAfterHeader(refused.retryAfter) })
}
