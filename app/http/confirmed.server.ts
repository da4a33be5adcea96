import type { AppLoadContext } from '@remix-run/node'
import type { output, ZodType } from 'zod'
import { CurrentPasswordRefused, confirmPassword } from '~/auth/current-password.server'
import type { Account } from '~/domain/accounts/account'
import type { CurrentPassword } from '~/domain/accounts/schema'
import { busy, check, refused } from './form.server'
import { retryAfterHeader } from './refusal'

/**
 * Checks a form that changes how `user` logs in: its rules first, then whether the current password is right. Gives its
 * submission, or the answer that refuses it.
 */
export async function checkConfirmed<Schema extends ZodType<CurrentPassword>>(
  context: AppLoadContext,
  user: Account,
  form: FormData,
  schema: Schema,
) {
  const submission = check(form, schema)
  if (submission.status !== 'success') return { answer: refused(submission.reply()) }
  const value: output<Schema> = submission.value
  try {
    await confirmPassword(context, user, value.currentPassword)
    return { submission, value }
  } catch (error) {
    if (!(error instanceof CurrentPasswordRefused)) return { answer: busy(submission, error) }
    const reply = submission.reply({
      fieldErrors: { currentPassword: [error.message] } as never,
    })
    return { answer: refused(reply, error.status, retryAfterHeader(error.retryAfter)) }
  }
}
