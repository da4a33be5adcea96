import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import { cookieCheck } from '~/auth/cookie-check'
import { afterLogIn } from '~/auth/identity.server'
import { logInByCode, logInByForm } from '~/auth/log-in.server'
import {
  CodeNeeded,
  type FirstStep,
  findFirstStep,
  firstStepHeader,
  forgottenFirstStepHeader,
} from '~/auth/second-step.server'
import { credentials, secondStepCode } from '~/domain/accounts/schema'
import type { Refused } from '~/domain/refused'
import { refusalIn } from '~/domain/storage.server'
import { retryAfterHeader } from '~/http/errors/refusal'
import { check } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'

/** The first step: name and password. Without a second step it logs in. */
export async function logIn(args: ActionFunctionArgs, form: FormData) {
  const submission = check(form, credentials)
  const reply = submission.reply()
  if (submission.status !== 'success') return data({ reply, problem: null }, { status: 400 })
  const remember = submission.value.rememberMe
  const next = afterLogIn(form.get('next') as string | null)
  try {
    const { headers } = await logInByForm(args, submission.value)
    return await welcome(args, next, headers)
  } catch (error) {
    if (error instanceof CodeNeeded) return askForCode(args, { account: error.account, remember, next })
    const refused = refusalIn(error)
    if (refused) return refuse(reply, refused)
    throw error
  }
}

async function askForCode({ request, context }: ActionFunctionArgs, passed: FirstStep) {
  const { pathname, search } = new URL(request.url)
  const headers = { 'Set-Cookie': await firstStepHeader(context, passed) }
  const isKept = request.headers.has('Cookie')
  return redirect(isKept ? pathname + search : cookieCheck(passed.next), { status: 303, headers })
}

/** The second step, within ten minutes of the first in the same browser. */
export async function takeCode(args: ActionFunctionArgs, form: FormData) {
  const passed = await findFirstStep(args)
  if (!passed) return startAgain(args, form)
  const submission = check(form, secondStepCode)
  if (submission.status !== 'success') return data({ reply: submission.reply(), problem: null }, { status: 400 })
  try {
    const { headers } = await logInByCode(args, passed)
    return await welcome(args, passed.next, headers)
  } catch (error) {
    const refused = refusalIn(error)
    if (!refused) throw error
    return refuse(submission.reply({ fieldErrors: refused.errors }), refused)
  }
}

/** Back to name and password: on request, or because the first step has expired. */
export async function startAgain({ request, context }: ActionFunctionArgs, form: FormData) {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers({ 'Set-Cookie': await forgottenFirstStepHeader(context) })
  if (form.get('intent') === 'start-again') return redirect(pathname + search, { status: 303, headers })
  const text = 'You have ten minutes to type the code. Please type your username and password again.'
  const message = { kind: 'error', title: 'Please log in again', text } as const
  return redirectWithMessage(context, pathname + search, message, headers)
}

async function welcome({ request, context }: ActionFunctionArgs, next: string, headers: Headers) {
  const message = { kind: 'success', title: 'Login successful', text: 'Welcome to the Student Portal.' } as const
  // A page load: the portal does not need this page's scripts.
  headers.set('X-Remix-Reload-Document', 'true')
  return redirectWithMessage(context, cookieCheck(next, request), message, headers)
}

function refuse(reply: SubmissionResult<string[]>, { status, retryAfter }: Pick<Refused, 'status' | 'retryAfter'>) {
  return data({ reply, problem: status }, { status, headers: retryAfterHeader(retryAfter) })
}
